import type { Rules } from '../contract/resources/rules.ts';
import type { Attached, PolicyRef } from './combine.ts';

/** What keeps a document from being deleted. */
export interface Retention {
  readonly policy: PolicyRef;
  /** Epoch milliseconds; infinite under a legal hold. */
  readonly untilMilliseconds: number;
  /** Not even owners take it away. */
  readonly isLocked: boolean;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Returns what keeps a document at `now` (epoch milliseconds): the policy whose retention ends last, and of two that end together
 * one that is locked. Undefined: nothing does. Whether a policy is archived makes no difference.
 */
export function retentionOf(attached: readonly Attached[], now: number): Retention | undefined {
  const [last] = attached
    .map(({ attached_at, policy: { id, name, rules } }) => ({
      policy: { id, name },
      untilMilliseconds: endOfRetention(rules, attached_at),
      isLocked: rules.locked === true,
    }))
    .filter(({ untilMilliseconds }) => untilMilliseconds > now)
    .toSorted(
      (a, b) => compare(b.untilMilliseconds, a.untilMilliseconds) || compare(+b.isLocked, +a.isLocked),
    );
  return last;
}

/** A difference would not do: infinity less infinity is no number. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns until when a policy keeps a document (epoch milliseconds): never, forever, or by what ends last. */
function endOfRetention(rules: Rules, attachedAt: string): number {
  const { legal_hold, retain_for_days } = rules;
  if (legal_hold) return Number.POSITIVE_INFINITY;
  const byDays =
    retain_for_days === undefined
      ? Number.NEGATIVE_INFINITY
      : Date.parse(attachedAt) + retain_for_days * dayMilliseconds;
  return Math.max(byDays, retainedUntil(rules));
}

const retainedUntil = ({ retain_until }: Rules): number =>
  retain_until === undefined ? Number.NEGATIVE_INFINITY : Date.parse(retain_until);

/** Returns whether a policy with these rules keeps documents at `now` (epoch milliseconds), or those that it is attached to then. */
export const retains = (rules: Rules, now: number): boolean =>
  rules.legal_hold === true || rules.retain_for_days !== undefined || retainedUntil(rules) > now;

/**
 * Returns whether a policy would keep documents for a shorter time, or less strictly, by other rules. Each rule counts by itself:
 * a date that is taken off behind a legal hold is a loss on the day when the hold ends. What has ended can go.
 */
export function loosens(before: Rules, after: Rules, now: number): boolean {
  const isShortened = retainedUntil(before) > now && retainedUntil(after) < retainedUntil(before);
  return (
    isShortened ||
    (before.legal_hold === true && !after.legal_hold) ||
    (after.retain_for_days ?? 0) < (before.retain_for_days ?? 0) ||
    (before.locked === true && !after.locked && retains(before, now))
  );
}

/** Returns when the removal of what is kept is asked for again: at its end, and once a day, since an end can be brought forward. */
export const askedAgainAt = ({ untilMilliseconds }: Retention, now: number): number =>
  Math.min(untilMilliseconds, now + dayMilliseconds);
