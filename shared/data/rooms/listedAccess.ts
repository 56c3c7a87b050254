import type { MailStatus } from '../../contract/enumerations.ts';
import type { RoomAccessId, RoomItemId } from '../../contract/identifiers.ts';
import { getDocument } from '../documents/documents.ts';
import { groupKey } from '../keys/groups.ts';
import { leftKey } from '../keys/organizations.ts';
import { accessMailsKey, placeKey } from '../keys/rooms.ts';
import { hasEnded, hasLeftSince, leftAt } from '../shares/ends.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, readAll, readAs } from '../table/read.ts';
import type { AccessRecord } from './access.ts';
import { accessMailsItem, stateOfMails } from './accessMails.ts';
import type { Frame } from './frame.ts';
import { documentOfItem, placeRecord } from './items.ts';
import { type Tree, treeOf } from './tree.ts';

/** An access entry as managers see it. */
export interface ListedAccess extends AccessRecord {
  /** The state of the least advanced of its mails. */
  readonly mail: MailStatus;
  /** The person with the address left the organization, which ended the entry. Its end is the time of leaving then. */
  readonly has_left?: true;
}

/**
 * Lists the access entries of a room, newest first, with those that have ended. Entries of removed items and of deleted groups are left
 * out: they count for nothing, and a worker removes them.
 */
export async function listAccess(frame: Frame, now: number): Promise<ListedAccess[]> {
  const { access } = frame;
  const [places, groups, left, mails] = [
    access.map(({ room_id, item_id }) => item_id && placeKey(room_id, documentOfItem(item_id))),
    access.map(({ organization_id, group_id }) => (group_id ? groupKey(organization_id, group_id) : null)),
    access.map(({ organization_id, email }) =>
      email === undefined ? null : leftKey(organization_id, email),
    ),
    access.map(({ room_id, id, is_mailed }) => (is_mailed ? accessMailsKey(room_id, id) : null)),
  ];
  const items = await readAll([...places, ...groups, ...left, ...mails]);
  const found = (index: number, part: number): Item | undefined => items[part * access.length + index];
  const tree = treeOf(frame.folders);
  return access
    .flatMap((entry, index) => {
      const place = found(index, 0);
      const isThere = entry.item_id === null || entry.item_added === addedAt(tree, entry.item_id, place);
      const isOfGroup = entry.group_id !== undefined;
      if (!isThere || (isOfGroup && !found(index, 1))) return [];
      const stored = found(index, 3);
      const mail = stateOfMails(stored && accessMailsItem.parse(stored));
      return [{ ...endedByLeaving(entry, found(index, 2), now), mail }];
    })
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

function endedByLeaving(entry: AccessRecord, left: Item | undefined, now: number) {
  if (!hasLeftSince(entry, left) || hasEnded(entry, Math.min(leftAt(entry, left), now))) return entry;
  return { ...entry, expires_at: new Date(leftAt(entry, left)).toISOString(), has_left: true as const };
}

/** Returns an access entry of a room; undefined: there is none. */
export const findAccess = async (
  frame: Frame,
  id: RoomAccessId,
  now: number,
): Promise<ListedAccess | undefined> => {
  const access = frame.access.filter((entry) => entry.id === id);
  return (await listAccess({ ...frame, access }, now))[0];
};

/** Returns what entries for an item keep of it (`item_added`); undefined: the room has no such item. */
export async function findItemAdded(frame: Frame, itemId: RoomItemId): Promise<string | undefined> {
  const documentId = documentOfItem(itemId);
  const [place, document] = await Promise.all([
    readAs(placeRecord, placeKey(frame.room.id, documentId)),
    getDocument(documentId),
  ]);
  const tree = treeOf(frame.folders);
  return tree.folders.has(itemId) || document ? addedAt(tree, itemId, place) : undefined;
}

function addedAt(tree: Tree, itemId: RoomItemId, place: Item | undefined): string | undefined {
  const folder = tree.folders.get(itemId);
  if (folder || !place) return folder?.created_at;
  const { parent_id, added } = parseItem(placeRecord, place);
  return tree.has(parent_id) ? added : undefined;
}
