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

/** Returns the end of the retention by an attached policy at `now` (epoch milliseconds); undefined: it has none, or it has passed. */
export function keptUntil(rules: Rules, attachedAt: string, now = Date.now()): string | undefined {
  const end = endOf(rules.retain_until, rules.retain_for_days, attachedAt);
  return end !== undefined && end > now ? new Date(end).toISOString() : undefined;
}

/** Whether an attached policy keeps people from deleting versions of its document at `now` (epoch milliseconds). */
export const retains = (rules: Rules, attachedAt: string, now = Date.now()): boolean =>
  rules.legal_hold === true || keptUntil(rules, attachedAt, now) !== undefined;

/** Returns an end in epoch milliseconds, if there is one. */
function endOf(date: string | undefined, days: number | undefined, attachedAt: string | undefined) {
  if (date !== undefined) return Date.parse(date);
  return days !== undefined && attachedAt ? Date.parse(attachedAt) + days * dayMilliseconds : undefined;
}
