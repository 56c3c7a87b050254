import * as z from 'zod/mini';
import {
  type ActivityId,
  type ActorId,
  activityId,
  actorId,
  type DocumentId,
  documentId,
  type RoomId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { activityEndsAt } from '../activity/activity.ts';
import type { Key } from '../keys/key.ts';
import { roomReaderKey, roomReaderList, roomReadKey, roomReadPrefix } from '../keys/roomReadings.ts';
import { roomReadings } from '../keys/rooms.ts';
import { createdAt } from '../table/ids.ts';
import { chooseListPage, type ListPage, type ListRange } from '../table/listPages.ts';
import { type Item, queryAs, readAll, under } from '../table/read.ts';
import { filterIndex, table } from '../table/table.ts';
import { changeIf, changeOrFind } from '../table/update.ts';

/**
 * What people read in a room. Each reader has an item, and one for each document that they read in the room. They are written after the
 * entry of a reading, and expire with the latest entry that they count. Managers of a room are not among its readers.
 */

const count = () => z._default(z.int(), 0);
const figures = {
  views: count(),
  downloads: count(),
  seconds: count(),
  /** The entry of the first reading, and of the latest one that was counted. */
  first: activityId,
  latest: activityId,
} as const;
const readItem = z.object({ document_id: documentId, ...figures });
const readerItem = z.object({ user_id: actorId, documents_seen: count(), ...figures });

interface ReadingInRoom {
  /** The entry of the reading. */
  readonly id: ActivityId;
  readonly type: 'viewed' | 'downloaded';
  readonly room_id: RoomId;
  readonly document_id: DocumentId;
  readonly reader: ActorId;
}

/** Without this condition, a request that is repeated after a lost answer would count twice. */
const unlessLatest = '(attribute_not_exists(#latest) OR #latest <> :latest)';

/**
 * Counts a reading in a room that has an entry. A repeated request counts the entry once. Takes two write units, and one more for the first
 * reading of a reader. Throws DynamoDB's error.
 */
export async function countReadingInRoom({ id, type, room_id, document_id, reader }: ReadingInRoom) {
  const counted = type === 'viewed' ? 'views' : 'downloads';
  const set = { latest: id, [table.timeToLive]: activityEndsAt(id) };
  const outcome = await changeOrFind(roomReadKey(room_id, reader, document_id), {
    set,
    setOnce: { document_id, first: id },
    add: { [counted]: 1 },
    when: [unlessLatest],
    returns: 'ALL_NEW',
  });
  const { first } = z.parse(readItem, 'attributes' in outcome ? outcome.attributes : outcome.found);
  const isFirst = first === id;
  await changeIf(roomReaderKey(room_id, reader), {
    set,
    setOnce: {
      user_id: reader,
      first: id,
      [filterIndex.partitionKey]: roomReaderList(room_id),
      [filterIndex.sortKey]: ulidOf(id),
    },
    add: { [counted]: 1, ...(isFirst && { documents_seen: 1 }) },
    when: [unlessLatest],
  });
}

/** Counts seconds that a reader had pages of a document on the screen. A reader without a counted reading gets none, such as a manager. */
export async function countSecondsInRoom(
  room: RoomId,
  reader: ActorId,
  document: DocumentId,
  seconds: number,
): Promise<void> {
  const counted = { add: { seconds }, when: ['attribute_exists(latest)'] };
  await Promise.all([
    changeIf(roomReadKey(room, reader, document), counted),
    changeIf(roomReaderKey(room, reader), counted),
  ]);
}

/** What a reader read in a room. Times are RFC 3339. */
export interface ReaderOfRoom {
  readonly user_id: ActorId;
  readonly documents_seen: number;
  readonly views: number;
  readonly downloads: number;
  readonly seconds: number;
  readonly first_at: string;
  readonly last_at: string;
}

/** Lists a part of a room's readers, newest first by their first reading. */
export async function listReadersOfRoom(roomId: RoomId, range: ListRange): Promise<ListPage<ReaderOfRoom>> {
  const list = { index: filterIndex, partition: roomReaderList(roomId) };
  const { items: places, next } = await chooseListPage(
    [list],
    range,
    ({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) }),
    range.limit + 1,
  );
  const items = await readAll(places);
  return { items: items.flatMap((item) => (item ? [presented(item)] : [])), next };
}

function presented(item: Item): ReaderOfRoom {
  const { first, latest, ...reader } = z.parse(readerItem, item);
  return { ...reader, first_at: createdAt(first), last_at: createdAt(latest) };
}

/** What a reader read of a document in a room. */
export type ReadOfDocument = Pick<
  z.infer<typeof readItem>,
  'document_id' | 'views' | 'downloads' | 'seconds'
>;

/** Lists what a reader read in a room, by document. */
export const listReadsOf = async (roomId: RoomId, reader: ActorId): Promise<ReadOfDocument[]> =>
  (await queryAs(readItem, under({ pk: roomReadings(roomId) }, roomReadPrefix(reader)))).map(
    ({ first: _first, latest: _latest, ...read }) => read,
  );
