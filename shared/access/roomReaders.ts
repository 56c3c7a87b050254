import type { DocumentId, GroupId } from '../contract/identifiers.ts';
import { matrixDocumentsMax } from '../contract/limits.ts';
import type { BesideItems, CsvColumn } from '../contract/operation.ts';
import type { Activity } from '../contract/resources/activity.ts';
import type { RoomReader } from '../contract/resources/room.ts';
import { erasedName, getCallers } from '../data/callers/callers.ts';
import { getDocuments } from '../data/documents/documents.ts';
import { getGroups } from '../data/groups/groups.ts';
import { groupsOfEach } from '../data/groups/groupsOf.ts';
import type { Frame } from '../data/rooms/frame.ts';
import { listReadsOf, type ReaderOfRoom, type ReadOfDocument } from '../data/rooms/readers.ts';
import { noUserId } from '../data/table/ids.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { namesInActivity } from './namesInActivity.ts';
import type { Principal } from './principal.ts';

/**
 * Returns the present names for entries of a room, for somebody who manages the room. So they may know the addresses of all people in them.
 */
export async function namesInRoom(entries: readonly Activity[], principal: Principal): Promise<BesideItems> {
  const { rows } = await namesInActivity(entries, principal);
  const unnamed = entries.flatMap(({ actor }, index) =>
    rows[index]?.actor_email === null && actor?.type === 'user_account' ? [actor.id] : [],
  );
  const addresses = new Map((await getCallers(unnamed)).map(({ id, email }) => [id, email]));
  return {
    rows: rows.map((row, index) => ({
      ...row,
      actor_email: row.actor_email ?? addresses.get(entries[index]?.actor?.id ?? noUserId) ?? null,
    })),
  };
}

/**
 * Adds the present names, addresses and groups to readers of a room, for somebody who manages the room. The room was opened to them by an
 * address or a membership, so its managers may know their addresses.
 */
export async function withNames(
  { room, access }: Frame,
  readers: readonly ReaderOfRoom[],
): Promise<RoomReader[]> {
  const asked = [...new Set(access.flatMap(({ group_id }) => group_id ?? []))];
  const people = new Map(
    (await getCallers(readers.map(({ user_id }) => user_id))).map((person) => [person.id, person]),
  );
  const groups = await groupsOfEach(
    room.organization_id,
    asked,
    readers.map(({ user_id }) => {
      const email = people.get(user_id)?.email;
      return { user_id, address: email ? normalizedEmail(email) : undefined };
    }),
  );
  return readers.map(({ user_id, ...reader }, index) => {
    const person = people.get(user_id);
    const isErased = !person || person.erased_at !== undefined;
    return {
      ...reader,
      person: {
        id: user_id,
        name: person?.name ?? erasedName,
        email: isErased ? null : person.email,
      },
      network: null,
      groups: groups[index] ?? [],
    };
  });
}

const readingsOf = ({ views, downloads }: ReadOfDocument): number => views + downloads;

/** Returns the documents that get a column, from what each reader read: if they are too many, those with the most readings. */
export function documentsInMatrix(reads: readonly (readonly ReadOfDocument[])[]): DocumentId[] {
  const readings = new Map<DocumentId, number>();
  for (const read of reads.flat())
    readings.set(read.document_id, (readings.get(read.document_id) ?? 0) + readingsOf(read));
  return [...readings]
    .sort(([a, most], [b, fewer]) => fewer - most || (a < b ? -1 : 1))
    .slice(0, matrixDocumentsMax)
    .map(([id]) => id);
}

/**
 * Returns the CSV columns of documents for some readers of a room, and their cells. A cell has the number of readings: views and downloads.
 * It is empty without any. A deleted document has its id in place of its title.
 */
export async function matrixOf({ room }: Frame, readers: readonly RoomReader[]): Promise<BesideItems> {
  const [groups, ...reads] = await Promise.all([
    getGroups(room.organization_id, [...new Set(readers.flatMap((reader) => reader.groups))]),
    ...readers.map(({ person }) => (person ? listReadsOf(room.id, person.id) : [])),
  ]);
  const documentIds = documentsInMatrix(reads);
  const titles = new Map((await getDocuments(documentIds)).map(({ id, title }) => [id, title]));
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const sameTitle = Map.groupBy(titles.values(), (title) => title);
  const nameOf = (id: DocumentId): string => {
    const title = titles.get(id);
    if (title === undefined) return id;
    return (sameTitle.get(title)?.length ?? 0) > 1 ? `${title} (${id})` : title;
  };
  return {
    columns: documentIds
      .map((id): CsvColumn => [nameOf(id), ['readings', id]])
      .sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1)),
    rows: readers.map(({ groups: ids }, index) => ({
      groups: ids.map((id: GroupId) => groupNames.get(id) ?? id).join(', '),
      readings: Object.fromEntries((reads[index] ?? []).map((read) => [read.document_id, readingsOf(read)])),
    })),
  };
}
