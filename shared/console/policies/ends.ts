import type { Operations } from '../../client/types.ts';

type Rules = Operations['getPolicy']['output']['rules'];

const dayMilliseconds = 86_400_000;
const ends = [
  ['expires_at', 'expires_after_days', 'policies.endPassed'],
  ['retain_until', 'retain_for_days', 'policies.keepsNoMore'],
] as const;

/**
 * Returns the ends of a policy that have passed at `now` (epoch milliseconds), each with the key of the words that say what follows.
 *
 * @param attachedAt the time of the attachment, from which numbers of days count. Default: the policy is not attached
 */
export const passedEnds = (rules: Rules, attachedAt?: string, now = Date.now()) =>
  ends.flatMap(([date, days, key]) => {
    const end = endOf(rules[date], rules[days], attachedAt);
    return end !== undefined && end <= now ? [{ key, end: new Date(end).toISOString() }] : [];
  });

/** Whether an attached policy keeps people from deleting versions of its document at `now` (epoch milliseconds). */
export function retains(rules: Rules, attachedAt: string, now = Date.now()): boolean {
  const end = endOf(rules.retain_until, rules.retain_for_days, attachedAt);
  return rules.legal_hold === true || (end !== undefined && end > now);
}

/** Returns an end in epoch milliseconds, if there is one. */
function endOf(date: string | undefined, days: number | undefined, attachedAt: string | undefined) {
  if (date !== undefined) return Date.parse(date);
  return days !== undefined && attachedAt ? Date.parse(attachedAt) + days * dayMilliseconds : undefined;
}
