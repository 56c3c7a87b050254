import * as z from 'zod/mini';
import { policyId, roomId } from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';

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
