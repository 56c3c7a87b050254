import { accessOfRoom, roomPolicy } from '../../contract/resources/room.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import type { GateRecord } from '../../data/rooms/gate.ts';
import type { ListedAccess } from '../../data/rooms/listedAccess.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { presentRoomAccess, presentRoomPolicy } from '../../presentation/roomAccess.ts';
import { type By, type ChangeRecord, ofOrganization } from './record.ts';

/** Returns the record of an access entry. Its address is in the event, and in the part of the entry of activity that can be erased. */
export const roomAccessRecord = (
  type: 'room.access_granted' | 'room.access_updated' | 'room.access_ended',
  access: ListedAccess,
  by: By,
): ChangeRecord => {
  const { room_id, item_id, group_id, email, level, expires_at } = access;
  const details = {
    room_id,
    access_id: access.id,
    item_id,
    ...(group_id && { group_id }),
    level,
    expires_at,
  };
  return ofOrganization(
    access.organization_id,
    type,
    by,
    { details, ...(email !== undefined && { address: email }) },
    [accessOfRoom, { room_id, access: presentRoomAccess(access) }],
  );
};

/** Returns the record of a change of an access entry. */
export const roomAccessUpdateRecord = (before: ListedAccess, after: ListedAccess, by: By): ChangeRecord => ({
  ...roomAccessRecord('room.access_updated', after, by),
  changed: changedFields(before, after, ['level', 'expires_at']),
});

/** Returns the record of a policy that was put at the gate of a room, or taken from it. */
export const gateChangeRecord = (
  type: 'room.policy_attached' | 'room.policy_detached',
  { id, organization_id }: Pick<RoomRecord, 'id' | 'organization_id'>,
  gate: GateRecord,
  by: By,
): ChangeRecord =>
  ofOrganization(organization_id, type, by, { policy_id: gate.policy.id, details: { room_id: id } }, [
    roomPolicy,
    presentRoomPolicy(gate),
  ]);
