import { noSuchPolicy } from '../../../shared/access/documents.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { detachFromGate } from '../../../shared/acts/rooms/gate.ts';
import { detachRoomPolicy } from '../../../shared/contract/operations/roomAccess.ts';
import { operation } from '../../../shared/http/operation.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(detachRoomPolicy, async ({ principal, path }) => {
  const outcome = await detachFromGate({
    roomId: path.room_id,
    policyId: path.policy_id,
    permitted: managed(principal),
    by: principal,
  });
  accepted(outcome, { not_attached: noSuchPolicy });
  return {};
});
