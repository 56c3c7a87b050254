import * as z from 'zod/mini';
import { type OrganizationId, organizationId } from '../../contract/identifiers.ts';
import { roomCountKey } from '../keys/rooms.ts';
import { type Change, creation, removalIfThere, replacement } from '../table/commit.ts';
import { readAs } from '../table/read.ts';

/** The number of rooms of an organization. Every commit that makes or deletes a room replaces it, so it is exact. */
const roomCountItem = z.object({ organization_id: organizationId, rooms: z.int(), revision: z.int() });
export type RoomCount = z.infer<typeof roomCountItem>;

export const getRoomCount = async (organization_id: OrganizationId): Promise<RoomCount> =>
  (await readAs(roomCountItem, roomCountKey(organization_id))) ?? { organization_id, rooms: 0, revision: 0 };

/** Changes the count; conflicts when it has changed since it was read. */
export function countRooms(before: RoomCount, added: 1 | -1): Change<RoomCount> {
  const key = roomCountKey(before.organization_id);
  const rooms = before.rooms + added;
  return before.revision === 0
    ? creation(key, { ...before, rooms, revision: 1 })
    : replacement(key, { ...before, rooms });
}

export const removeRoomCount = (organizationId: OrganizationId): Change =>
  removalIfThere(roomCountKey(organizationId));
