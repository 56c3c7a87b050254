import * as z from 'zod/mini';
import {
  type OrganizationId,
  type PolicyId,
  policyId,
  type RoomId,
  roomId,
  type Ulid,
} from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { organizationKey } from '../keys/organizations.ts';
import { gatedRoomKey, gatedRoomPrefix, gateKey, gatePrefix, roomKey } from '../keys/rooms.ts';
import { bookkeeping, type Change, creation, removal, removalIfThere } from '../table/commit.ts';
import { ulidAt } from '../table/ids.ts';
import { queryAs, readEach, under } from '../table/read.ts';
import { type RoomRecord, roomRecord } from './rooms.ts';

/** A policy at the gate of a room. */
export const gateRecord = z.object({
  room_id: roomId,
  attached_at: z.string(),
  attached_by: user,
  /** The policy's name at that time. Code that shows it reads the policy's present name. */
  policy: z.object({ id: policyId, name: z.string() }),
  /** The policy had rules when it was attached. Absent: it had none. */
  is_counted: z.optional(z.literal(true)),
  /** The policy required a sign-in when it was attached. Absent: it required none. */
  asked_sign_in: z.optional(z.literal(true)),
});
export type GateRecord = z.infer<typeof gateRecord>;

/** A room that has a policy at its gate. A policy that gets a rule finds the rooms by it, in a consistent read. */
const gatedRoom = z.object({ room_id: roomId });

/** Lists the policies at the gate of a room, in no order. */
export const listGate = (id: RoomId): Promise<GateRecord[]> =>
  queryAs(gateRecord, under(roomKey(id), gatePrefix));

/** Returns the place of a policy in the list of its gate: newest first. */
export const positionAtGate = ({ attached_at, policy }: GateRecord): Ulid =>
  ulidAt(Date.parse(attached_at), policy.id);

/** Puts a policy at the gate of a room; conflicts when it is there already. */
export const createGate = (room: Pick<RoomRecord, 'id' | 'organization_id'>, gate: GateRecord): Change[] => [
  creation(gateKey(room.id, gate.policy.id), gate),
  creation(gatedRoomKey(room.organization_id, gate.policy.id, room.id), { room_id: room.id }),
];

/** Takes a policy from the gate of a room; conflicts when it is not there any more. */
export const removeGate = (room: Pick<RoomRecord, 'id' | 'organization_id'>, id: PolicyId) => [
  removal(gateKey(room.id, id)),
  forgetGate(room.organization_id, id, room.id),
];

/** Returns the write that takes a room, also a deleted one, from the rooms that have a policy at their gate. */
export const forgetGate = (organizationId: OrganizationId, id: PolicyId, room: RoomId) =>
  bookkeeping('removal', removalIfThere(gatedRoomKey(organizationId, id, room)));

/** Returns a room that has a policy at its gate; undefined: there is none. A caller that changes the policy reads it before. */
export async function findGated(
  organizationId: OrganizationId,
  id: PolicyId,
): Promise<RoomRecord | undefined> {
  const gated = await queryAs(gatedRoom, under(organizationKey(organizationId), gatedRoomPrefix(id)));
  const [room] = await readEach(
    roomRecord,
    gated.map(({ room_id }) => roomKey(room_id)),
  );
  return room;
}
