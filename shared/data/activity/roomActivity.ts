import * as z from 'zod/mini';
import type { RoomId } from '../../contract/identifiers.ts';
import { activityKey } from '../keys/activity.ts';
import type { Key } from '../keys/key.ts';
import { activityOfRoom, roomActivityKey } from '../keys/roomReadings.ts';
import { type Change, creation } from '../table/commit.ts';
import { chooseListPage, type ListPage } from '../table/listPages.ts';
import { readAll } from '../table/read.ts';
import { table } from '../table/table.ts';
import { type ActivityItem, hasPlace, roomOf } from './activity.ts';
import { type ActivityRange, parseEntry } from './activityLists.ts';

/**
 * Where an entry of a room is stored. It is written with the entry and expires with it. The entry itself is in the partition of its
 * document or of its list, so that sealing and lists of documents find it there.
 */
const roomActivityItem = z.object({
  entry_pk: z.string(),
  type: z.string(),
  actor_id: z.nullable(z.string()),
});

/** Creates the place of an entry in its room; empty for an entry that is about no room. `partition`: the list of the entry */
export function createRoomActivity(entry: ActivityItem, partition: string): Change[] {
  const room = roomOf(entry);
  if (room === null) return [];
  const { id, document_id, type, actor_id, [table.timeToLive]: end } = entry;
  const { pk: entry_pk } = activityKey(id, document_id, partition);
  return [creation(roomActivityKey(room, id), { entry_pk, type, actor_id, [table.timeToLive]: end })];
}

/**
 * Lists a page of what happened in a room, for somebody who manages the room: changes of the room, and readings in it, also of private
 * documents.
 */
export async function listActivityOfRoom(
  roomId: RoomId,
  { actor, type, ...range }: ActivityRange,
): Promise<ListPage<ActivityItem>> {
  const { items: keys, next } = await chooseListPage(
    [{ partition: activityOfRoom(roomId) }],
    range,
    (item, sk): Key | undefined => {
      const place = z.parse(roomActivityItem, item);
      const isAsked =
        (actor === undefined || place.actor_id === actor) && (type === undefined || place.type === type);
      return isAsked ? { pk: place.entry_pk, sk } : undefined;
    },
    actor === undefined && type === undefined ? range.limit + 1 : undefined,
  );
  const found = await readAll(keys);
  // An entry may have expired before its place.
  return { items: found.flatMap((item) => (item && hasPlace(item) ? parseEntry(item) : [])), next };
}
