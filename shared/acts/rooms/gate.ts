import type { PolicyId, RoomId } from '../../contract/identifiers.ts';
import { gatePoliciesWithRulesMax } from '../../contract/limits.ts';
import type { User } from '../../contract/resources/user.ts';
import { fencePolicy, getPolicy, isArchived, type PolicyItem } from '../../data/policies/policies.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import { getFrameToReplace } from '../../data/rooms/frameToChange.ts';
import { createGate, type GateRecord, removeGate } from '../../data/rooms/gate.ts';
import { replaceRoom } from '../../data/rooms/rooms.ts';
import { writeBookkeeping } from '../../data/table/commit.ts';
import { retryInTurn } from '../../data/table/conflict.ts';
import { loadAudience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { gateChangeRecord } from '../../events/records/roomAccess.ts';
import { asksToSignIn } from '../../policies/combine.ts';
import { hasRetainingRule } from '../../policies/retention.ts';
import { hasRules } from '../../policies/storedRules.ts';
import type { Answering } from '../answering.ts';
import { type Refused, refuse } from '../refusal.ts';

interface AtGate {
  readonly roomId: RoomId;
  readonly policyId: PolicyId;
  /** Returns the frame if the caller manages the room; throws the caller's error otherwise. */
  readonly permitted: (found: Frame | undefined) => Frame | Promise<Frame>;
  readonly by: By;
}

/**
 * Puts a policy at the gate of a room, and returns its place there. A policy that is there already stays as it is. The transaction writes
 * the policy, so that it gets no rule that retains documents at the same time.
 */
export const attachToGate = <A>(
  { roomId, policyId, permitted, by, attachedBy }: AtGate & { readonly attachedBy: User },
  answering: Answering<GateRecord, A>,
): Promise<A | Refused<'no_policy' | 'archived' | 'retains' | 'too_many_rules'>> =>
  retryInTurn(roomId, async () => {
    const { room, gate } = await permitted(await getFrameToReplace(roomId));
    const [policy, audience] = await Promise.all([
      getPolicy(room.organization_id, policyId),
      loadAudience(room.organization_id),
    ]);
    if (!policy) return refuse('no_policy');
    const present = gate.find(({ policy: { id } }) => id === policyId);
    if (present) return answering(named(present, policy), writeBookkeeping);
    if (isArchived(policy)) return refuse('archived');
    if (hasRetainingRule(policy.rules ?? {})) return refuse('retains');
    const counted = gate.filter(({ is_counted }) => is_counted).length;
    if (hasRules(policy) && counted >= gatePoliciesWithRulesMax) return refuse('too_many_rules');

    const attached = newGate(roomId, policy, attachedBy);
    return answering(attached, (beside) =>
      commitChange({
        audience,
        records: [gateChangeRecord('room.policy_attached', room, attached, by)],
        writes: [replaceRoom(room), ...createGate(room, attached), fencePolicy(policy), ...beside],
      }),
    );
  });

function newGate(room_id: RoomId, policy: PolicyItem, attached_by: User): GateRecord {
  const attached_at = new Date().toISOString();
  const { id, name, rules = {} } = policy;
  return {
    room_id,
    attached_at,
    attached_by,
    policy: { id, name },
    ...(hasRules(policy) && { is_counted: true }),
    ...(asksToSignIn({ attached_at, policy: { ...policy, rules } }) && { asked_sign_in: true }),
  };
}

/** Takes a policy from the gate of a room, and returns the place that it had there. */
export const detachFromGate = ({
  roomId,
  policyId,
  permitted,
  by,
}: AtGate): Promise<GateRecord | Refused<'not_attached'>> =>
  retryInTurn(roomId, async () => {
    const { room, gate } = await permitted(await getFrameToReplace(roomId));
    const present = gate.find(({ policy: { id } }) => id === policyId);
    if (!present) return refuse('not_attached');
    const [policy, audience] = await Promise.all([
      getPolicy(room.organization_id, policyId),
      loadAudience(room.organization_id),
    ]);
    const detached = policy ? named(present, policy) : present;
    await commitChange({
      audience,
      records: [gateChangeRecord('room.policy_detached', room, detached, by)],
      writes: [replaceRoom(room), ...removeGate(room, policyId)],
    });
    return detached;
  });

const named = (gate: GateRecord, { id, name }: PolicyItem): GateRecord => ({ ...gate, policy: { id, name } });
