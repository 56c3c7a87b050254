import { type RoomId, type RoomItemId, ulidOf } from '../../contract/identifiers.ts';
import { log } from '../../runtime/log.ts';
import { type Bookkeeping, bookkeeping, type Write, writeBookkeeping } from '../table/commit.ts';
import { newUlid } from '../table/ids.ts';
import { type Frame, getFrame } from './frame.ts';
import {
  createFolder,
  type FolderRecord,
  getPlaces,
  type PlacedDocument,
  type PlaceRecord,
  placeDocument,
  removePlaced,
  removeStagedFolder,
  replaceFolder,
} from './items.ts';
import { type RoomRecord, replaceRoom } from './rooms.ts';

/**
 * A request adds more items than one transaction can write. It writes them in several transactions, marked with its batch, and the last one
 * removes the mark from the room. Until then the items are not there. Each transaction replaces the room, so only one request at a time
 * adds items in this way, and another one can take the room from it if it stops.
 */

/** New items for one commit. */
export interface NewItems {
  readonly folders: readonly FolderRecord[];
  /** Each with the place that it had in a folder that was removed, or undefined. */
  readonly documents: readonly (readonly [PlacedDocument, PlaceRecord | undefined])[];
  /** The folders that get documents, and how many. */
  readonly parents: readonly (readonly [FolderRecord, number])[];
}

/**
 * A transaction has at most 100 actions (Amazon DynamoDB, "TransactWriteItems"). The rest is for the room, the record and the stored
 * answer.
 */
const writesMax = 90;

/** After this time without a transaction, a request counts as stopped. It is shorter than the time for which other requests try again. */
const stagingMilliseconds = 3000;

type Staged = NonNullable<RoomRecord['staged']>;

/** Returns whether the request that adds items may still run at `now` (epoch milliseconds). */
export const isStaging = ({ since_ms }: Staged, now: number): boolean => now - since_ms < stagingMilliseconds;

/** Returns the writes that add items in the transaction of their record; undefined: they are too many for one transaction. */
export function writesOf({ id }: RoomRecord, { folders, documents, parents }: NewItems): Write[] | undefined {
  if (folders.length + 2 * documents.length + parents.length > writesMax) return undefined;
  return [
    ...folders.map((folder) => createFolder(id, folder)),
    ...documents.flatMap(([document, removed]) => placeDocument(id, document, removed)),
    ...parents.map(([folder, documents]) =>
      replaceFolder(id, { ...folder, document_count: folder.document_count + documents }),
    ),
  ];
}

/**
 * Writes items that are too many for one transaction. `finish` commits the record, and the room in the state that it gets: with the items
 * no longer staged. Throws a ConflictError if the room has changed, or another request has taken it.
 */
export async function inStages<T>(
  room: RoomRecord,
  items: NewItems,
  finish: (held: RoomRecord) => Promise<T>,
): Promise<T> {
  const batch = newUlid();
  const staged = {
    batch,
    document_places: items.documents.map(([{ document_id }]) => ulidOf(document_id)),
    folder_ids: items.folders.map(({ id }) => id),
  };
  let held = room;
  const write = async (part: readonly Write[]) => {
    const [next] = await writeBookkeeping([
      bookkeeping('staged', replaceRoom({ ...held, staged: { ...staged, since_ms: Date.now() } })),
      ...part.map((one): Bookkeeping => bookkeeping('staged', one)),
    ]);
    held = next;
  };
  try {
    // The room names the items before any of them is written, so that they are found if the request stops.
    await write([]);
    for (const part of partsOf(stagedWrites(room, batch, items))) await write(part);
    const { staged: _finished, ...finished } = held;
    return await finish(finished);
  } catch (error) {
    if (held !== room) await abandon(room.id, batch);
    throw error;
  }
}

/** Removes the items of a request that has failed, so that others need not wait. If this fails, too, the next change removes them. */
async function abandon(roomId: RoomId, batch: string): Promise<void> {
  try {
    const frame = await getFrame(roomId);
    if (frame?.room.staged?.batch === batch) await endStaged(frame);
  } catch (error) {
    log.warn('staged items not removed; the next change of the room removes them', {
      room_id: roomId,
      error,
    });
  }
}

/** Returns the writes, in groups that belong into one transaction. */
const stagedWrites = ({ id }: RoomRecord, batch: string, { folders, documents, parents }: NewItems) => [
  ...parents.map(([folder, documents]) => [replaceFolder(id, { ...folder, pending: { batch, documents } })]),
  ...folders.map((folder) => [createFolder(id, { ...folder, batch })]),
  ...documents.map(([document, removed]) => placeDocument(id, { ...document, batch }, removed)),
];

function partsOf(groups: readonly (readonly Write[])[]): Write[][] {
  const parts: Write[][] = [];
  let part: Write[] = [];
  for (const group of groups) {
    if (part.length + group.length > writesMax) {
      parts.push(part);
      part = [];
    }
    part.push(...group);
  }
  return [...parts, part];
}

/**
 * Takes a room from a request that has stopped, and removes the items that it staged. Each step can be repeated. Throws a ConflictError if
 * the request or another one was faster.
 */
export async function endStaged({ room, folders }: Frame): Promise<void> {
  const { staged } = room;
  if (!staged) return;
  const [held] = await writeBookkeeping([
    bookkeeping('removal', replaceRoom({ ...room, staged: { ...staged, since_ms: Date.now() } })),
  ]);
  const places = await getPlaces(
    room.id,
    staged.document_places.map((ulid) => `doc_${ulid}` as const),
  );
  const removals = [
    ...folders
      .filter(({ pending }) => pending?.batch === staged.batch)
      .map(({ pending: _never, ...folder }) => [replaceFolder(room.id, folder)]),
    ...staged.folder_ids.map((folderId: RoomItemId) => [removeStagedFolder(room.id, folderId)]),
    ...places.filter(({ batch }) => batch === staged.batch).map(removePlaced),
  ];
  for (const part of partsOf(removals))
    if (part.length > 0) await writeBookkeeping(part.map((one) => bookkeeping('removal', one)));
  const { staged: _removed, ...free } = held;
  await writeBookkeeping([bookkeeping('removal', replaceRoom(free))]);
}
