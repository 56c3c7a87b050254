import { acceptedTexts } from '../../data/reading/acknowledgements.ts';
import { combine } from '../../policies/combine.ts';
import { type Decision, decide } from '../../policies/decide.ts';
import { type PolicyRefusal, refusalOf } from '../policyRefusal.ts';
import type { RoomEntrant } from './entrant.ts';

/** What the gate of a room says to a reader. */
export interface GateDecision {
  readonly decision: Decision;
  /** The 403 with the reason; null if the gate lets the reader in. */
  readonly refusal: PolicyRefusal | null;
}

/**
 * Decides whether the policies at the gate of a room let a reader in at `now` (epoch milliseconds). Reads acceptances only if a policy has
 * a text. Members learn the names of the policies.
 */
export async function decideGate(
  { frame: { room }, facts, groups, gate }: RoomEntrant,
  now: number,
): Promise<GateDecision> {
  const terms = combine(gate);
  const { caller, here } = facts;
  const accepted =
    caller && terms.acknowledgements.length > 0
      ? await acceptedTexts(room.id, { user_id: caller.id }, terms.acknowledgements, Math.floor(now / 1000))
      : [];
  const reader = {
    isBound: true,
    isSignedIn: true,
    email: caller?.email ?? null,
    emailProvenAtMilliseconds: caller?.proven_at === undefined ? null : Date.parse(caller.proven_at),
    groups,
    accepted: accepted.map(({ text }) => text),
  };
  const decision = decide(terms, reader, now);
  return { decision, refusal: refusalOf(decision, here.member !== undefined, { what: 'room' }) };
}
