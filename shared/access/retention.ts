import type { Retention } from '../policies/retention.ts';
import { forbidden } from './errors.ts';
import { powersRefusal } from './powers.ts';
import type { Principal } from './principal.ts';

/** Throws 403 for the deletion of a document that a policy keeps, or of an organization with such a document. */
export function requireNotRetained(
  retention: Retention | undefined,
  kept: 'this document' | 'a document of this organization',
): void {
  if (retention) throw forbidden(`${sentenceOf(retention, kept)}.`);
}

/**
 * Throws 403 unless the caller may detach a policy that keeps a document at `now` (epoch milliseconds). Only owners with powers may, and
 * nobody may while it is locked.
 *
 * @param retention the retention by that policy alone
 */
export async function requireDetachable(
  retention: Retention | undefined,
  principal: Principal,
  now: number,
): Promise<void> {
  if (!retention) return;
  const sentence = sentenceOf(retention, 'this document');
  if (retention.isLocked) throw forbidden(`${sentence}, and is locked. Nobody may detach the policy before.`);
  const refusal = await powersRefusal(principal, now);
  if (refusal !== undefined)
    throw forbidden(`${sentence}. Only owners may detach the policy before. ${refusal}`);
}

function sentenceOf({ policy, untilMilliseconds }: Retention, kept: string): string {
  const end = Number.isFinite(untilMilliseconds)
    ? `until ${new Date(untilMilliseconds).toISOString()}`
    : 'until its legal hold ends';
  return `The policy ${JSON.stringify(policy.name)} keeps ${kept} ${end}`;
}
