import { lockedDaysMax } from '../contract/limits.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { type Attached, dayMilliseconds, inForce, type PolicyRef } from './ruleKinds.ts';

/** What keeps a document from being deleted. */
export interface Retention {
  readonly policy: PolicyRef;
  /** Epoch milliseconds; infinite under a legal hold. */
  readonly untilMilliseconds: number;
  /** Owners cannot remove it either. */
  readonly isLocked: boolean;
}

/**
 * Returns what keeps a document at `now` (epoch milliseconds): the policy whose retention ends last, and of two that end together
 * one that is locked. Undefined: nothing does. Whether a policy is archived makes no difference.
 */
export const retentionOf = (attached: readonly Attached[], now: number): Retention | undefined =>
  retentionsOf(attached, now)[0];

/** Returns each policy that keeps a document at `now` (epoch milliseconds), in the order of `retentionOf`. */
export const retentionsOf = (attached: readonly Attached[], now: number): Retention[] =>
  attached
    .map(({ attached_at, policy: { id, name, rules } }) => ({
      policy: { id, name },
      untilMilliseconds: lastOf(endsOf(rules, Date.parse(attached_at))),
      isLocked: isLocked(rules),
    }))
    .filter(({ untilMilliseconds }) => untilMilliseconds > now)
    .toSorted(
      (a, b) => compare(b.untilMilliseconds, a.untilMilliseconds) || compare(+b.isLocked, +a.isLocked),
    );

/** Compares without subtraction: infinity minus infinity is not a number. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns until when each rule keeps a document by itself, in epoch milliseconds. `attachedAt` too. */
const endsOf = (rules: Rules, attachedAt: number): ReadonlyMap<keyof Rules, number> =>
  new Map(
    inForce(rules).flatMap(({ name, kind, value }) =>
      kind.binds === 'everyone' ? [[name, kind.keepsUntil(value, attachedAt)]] : [],
    ),
  );

/** Returns minus infinity for none. */
const lastOf = (ends: ReadonlyMap<keyof Rules, number>): number => Math.max(...ends.values());

/** Returns whether owners are bound by what a policy keeps. */
export const isLocked = (rules: Rules): boolean => inForce(rules).some(({ kind }) => kind.binds === 'owners');

/** Returns whether a policy with these rules keeps documents at `now` (epoch milliseconds), or those that it is attached to then. */
export const retains = (rules: Rules, now: number): boolean => lastOf(endsOf(rules, now)) > now;

/**
 * Returns whether other rules would keep documents for a shorter time, or less strictly. Each rule counts by itself: removing a date
 * behind a legal hold loses retention on the day when the hold ends. A rule that has ended may be removed.
 */
export function loosens(before: Rules, after: Rules, now: number): boolean {
  const later = endsOf(after, now);
  const isShortened = [...endsOf(before, now)].some(
    ([name, end]) => end > now && (later.get(name) ?? Number.NEGATIVE_INFINITY) < end,
  );
  return isShortened || (isLocked(before) && !isLocked(after) && retains(before, now));
}

/** Returns whether other rules bind owners more strictly: by a lock, or by longer retention under one. */
export const locksMore = (before: Rules, after: Rules, now: number): boolean =>
  isLocked(after) && (!isLocked(before) || loosens(after, before, now));

/** Returns whether locked rules keep documents for longer than owners can be bound. */
export const isLockedTooLong = (rules: Rules, now: number): boolean =>
  isLocked(rules) && lastOf(endsOf(rules, now)) > now + lockedDaysMax * dayMilliseconds;

/** Returns the time when to try the removal again: at the end of the retention, and once a day, because the end may be moved forward. */
export const askedAgainAt = ({ untilMilliseconds }: Retention, now: number): number =>
  Math.min(untilMilliseconds, now + dayMilliseconds);
