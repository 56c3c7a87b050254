import * as z from 'zod/mini';
import {
  type OrganizationId,
  organizationId,
  type RoomId,
  roomId,
  roomItemId,
  type Ulid,
  ulid,
} from '../../contract/identifiers.ts';
import { removedItemKey, removedRoomKey, roomIdIn, roomKey, roomList, roomReadings } from '../keys/rooms.ts';
import { duePlace } from '../keys/work.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalIfThere,
  writeBookkeeping,
} from '../table/commit.ts';
import { listBeside, removeItems } from '../table/partitions.ts';
import { inIndex, queryPages, readAs, readItem } from '../table/read.ts';
import { listIndex } from '../table/table.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import { type AccessRecord, removeAccess } from './access.ts';
import { removeAccessMails } from './accessMails.ts';
import { forgetGate, listGate } from './gate.ts';
import { type FolderRecord, removeFolder } from './items.ts';
import { countRooms, type RoomCount } from './roomCounts.ts';
import { type RoomRecord, removeRoom } from './rooms.ts';

/** The removal of an item of a room. The item is gone already; a worker removes what is below it, and the access entries. */
const removedItem = z.object({
  organization_id: organizationId,
  room_id: roomId,
  removal: ulid,
  item_id: roomItemId,
  /** As the access entries of the item have it (`access.ts`). */
  item_added: z.string(),
});
export type RemovedItem = z.infer<typeof removedItem>;

/**
 * Deletes a room at `now` (epoch milliseconds); conflicts when it or the number of rooms has changed since they were read. A worker removes
 * everything in it.
 */
export const deleteRoom = (room: RoomRecord, count: RoomCount, now: number): Change[] => [
  removeRoom(room),
  countRooms(count, -1),
  creation(
    {
      ...removedRoomKey(room.organization_id, room.id),
      ...duePlace(room.id, now + sendGraceMilliseconds),
    },
    { organization_id: room.organization_id, room_id: room.id, due_at_ms: now + sendGraceMilliseconds },
  ),
];

/** Makes the removal of an item of a room due, beginning at `now` (epoch milliseconds). */
export const removeBelow = (removed: RemovedItem, now: number): Change =>
  creation(
    {
      ...removedItemKey(removed.organization_id, removed.room_id, removed.removal),
      ...duePlace(removed.item_id, now + sendGraceMilliseconds),
    },
    { ...removed, due_at_ms: now + sendGraceMilliseconds },
  );

export const getRemovedItem = (
  organizationId: OrganizationId,
  roomId: RoomId,
  removal: Ulid,
): Promise<RemovedItem | undefined> => readAs(removedItem, removedItemKey(organizationId, roomId, removal));

/** Removes a folder below a removed one; conflicts when it is removed already. */
export const removeFolderBelow = (roomId: RoomId, folder: FolderRecord): Bookkeeping =>
  bookkeeping('removal', removeFolder(roomId, folder));

/** Removes an access entry of an item that was removed; conflicts when it is removed already, or replaced. */
export const removeEntryBelow = (entry: AccessRecord): [Bookkeeping, Bookkeeping] => [
  bookkeeping('removal', removeAccess(entry)),
  removeAccessMails(entry),
];

export const endItemRemoval = ({ organization_id, room_id, removal }: RemovedItem): Bookkeeping =>
  bookkeeping('removal', removalIfThere(removedItemKey(organization_id, room_id, removal)));

export const endRoomRemoval = (organizationId: OrganizationId, roomId: RoomId): Bookkeeping =>
  bookkeeping('removal', removalIfThere(removedRoomKey(organizationId, roomId)));

/**
 * Removes everything of a room that is deleted or belongs to a removed organization, the room itself last. Its activity expires. Returns
 * false when the time ran out before.
 */
export async function removeRoomParts(
  organizationId: OrganizationId,
  roomId: RoomId,
  isOver: () => boolean,
): Promise<boolean> {
  for (const { policy } of await listGate(roomId))
    await writeBookkeeping([forgetGate(organizationId, policy.id, roomId)]);
  const key = roomKey(roomId);
  for (const first of [{ pk: roomReadings(roomId), sk: '' }, key])
    for (let beside = await listBeside(first); beside.length > 0; beside = await listBeside(first)) {
      if (isOver()) return false;
      await removeItems(beside.map((one) => one.key));
    }
  // A list that is eventually consistent names rooms that are removed already.
  if (await readItem(key)) await removeItems([key]);
  return true;
}

/** Lists the ids of all rooms of an organization, in batches, oldest first. A room that was just made may be missing. */
export async function* listEveryRoom(organizationId: OrganizationId): AsyncGenerator<RoomId[]> {
  const partition = roomList.ofOrganization(organizationId);
  for await (const items of queryPages(inIndex(listIndex, partition, '#sort >= :first', { ':first': '0' })))
    yield items.flatMap(({ pk, sk }) => roomIdIn({ pk: String(pk), sk: String(sk) }) ?? []);
}
