import { lockedDaysMax } from '../contract/limits.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { type Attached, dayMilliseconds, inForce, type PolicyRef } from './ruleKinds.ts';

/** A policy that prevents the deletion of a document. */
export interface Retention {
  readonly policy: PolicyRef;
  /** Epoch milliseconds; infinite under a legal hold. */
  readonly untilMilliseconds: number;
  /** True if not even owners can end the retention. */
  readonly isLocked: boolean;
}

/**
 * Returns the policy that retains a document longest at `now` (epoch milliseconds); undefined if there is none. Of two that end together,
 * it returns a locked one. Archived policies count too.
 */
export const retentionOf = (attached: readonly Attached[], now: number): Retention | undefined =>
  retentionsOf(attached, now)[0];

/** Returns each policy that retains a document at `now` (epoch milliseconds). The latest end comes first. */
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

/** Returns the end of each rule's retention. All times are in epoch milliseconds. */
const endsOf = (rules: Rules, attachedAt: number): ReadonlyMap<keyof Rules, number> =>
  new Map(
    inForce(rules).flatMap(({ name, kind, value }) =>
      kind.binds === 'everyone' ? [[name, kind.keepsUntil(value, attachedAt)]] : [],
    ),
  );

/** Returns the latest end; minus infinity if there is none. */
const lastOf = (ends: ReadonlyMap<keyof Rules, number>): number => Math.max(...ends.values());

/** Returns whether a policy binds owners too. */
export const isLocked = (rules: Rules): boolean => inForce(rules).some(({ kind }) => kind.binds === 'owners');

/** Returns whether a policy that is attached at `now` (epoch milliseconds) would retain the document. */
export const retains = (rules: Rules, now: number): boolean => lastOf(endsOf(rules, now)) > now;

/**
 * Returns whether new rules retain documents for a shorter time or less strictly. It compares each rule, so that nobody can remove a date
 * while a legal hold lasts. A rule that has ended may be removed.
 */
export function loosens(before: Rules, after: Rules, now: number): boolean {
  const later = endsOf(after, now);
  const isShortened = [...endsOf(before, now)].some(
    ([name, end]) => end > now && (later.get(name) ?? Number.NEGATIVE_INFINITY) < end,
  );
  return isShortened || (isLocked(before) && !isLocked(after) && retains(before, now));
}

/** Returns whether new rules bind owners more strictly: by a new lock, or by longer retention under a lock. */
export const locksMore = (before: Rules, after: Rules, now: number): boolean =>
  isLocked(after) && (!isLocked(before) || loosens(after, before, now));

/** Returns whether locked rules retain documents for longer than a lock may last. */
export const isLockedTooLong = (rules: Rules, now: number): boolean =>
  isLocked(rules) && lastOf(endsOf(rules, now)) > now + lockedDaysMax * dayMilliseconds;

/**
 * Returns the time of the next attempt to remove a document: the end of the retention, but at most a day later, because the end may change.
 */
export const askedAgainAt = ({ untilMilliseconds }: Retention, now: number): number =>
  Math.min(untilMilliseconds, now + dayMilliseconds);
