import { dayMilliseconds } from '../contract/days.ts';
import { lockedDaysMax } from '../contract/limits.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { type Attached, inForce, type PolicyRef } from './ruleKinds.ts';
import { hasUnknownRule, type StoredRules } from './storedRules.ts';

/** A policy that prevents the deletion of a document. */
export interface Retention {
  readonly policy: PolicyRef;
  /** Epoch milliseconds; infinite under a legal hold, and under a rule that this release does not know. */
  readonly untilMilliseconds: number;
  /** True if the policy has a rule that this release does not know. */
  readonly isUnknown: boolean;
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
      isUnknown: hasUnknownRule(rules),
      isLocked: isLocked(rules),
    }))
    .filter(({ untilMilliseconds }) => untilMilliseconds > now)
    .toSorted(
      (a, b) => compare(b.untilMilliseconds, a.untilMilliseconds) || compare(+b.isLocked, +a.isLocked),
    );

/** Compares without subtraction: infinity minus infinity is not a number. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the end of each rule's retention. All times are in epoch milliseconds. Rules that this release does not know retain without an
 * end, because one of them may be a retention.
 */
const endsOf = (rules: StoredRules, attachedAt: number): ReadonlyMap<keyof Rules | 'unknown', number> =>
  new Map([
    ...inForce(rules).flatMap(({ name, kind, value }) =>
      kind.binds === 'everyone' ? [[name, kind.keepsUntil(value, attachedAt)] as const] : [],
    ),
    ...(hasUnknownRule(rules) ? [['unknown', Number.POSITIVE_INFINITY] as const] : []),
  ]);

/** Returns the latest end; minus infinity if there is none. */
const lastOf = (ends: ReadonlyMap<unknown, number>): number => Math.max(...ends.values());

/** Returns whether a policy binds owners too. */
export const isLocked = (rules: Rules): boolean => inForce(rules).some(({ kind }) => kind.binds === 'owners');

/**
 * Returns whether a policy has a rule that is not for readers, or one that this release does not know: no gate of a room takes such a
 * policy.
 */
export const hasRetainingRule = (rules: StoredRules): boolean =>
  hasUnknownRule(rules) || inForce(rules).some(({ kind }) => kind.binds !== 'readers');

/** Returns whether a policy that is attached at `now` (epoch milliseconds) would retain the document. */
export const retains = (rules: StoredRules, now: number): boolean => lastOf(endsOf(rules, now)) > now;

/**
 * Returns whether new rules retain documents for a shorter time or less strictly. It compares each rule, so that nobody can remove a date
 * while a legal hold lasts. A rule that has ended may be removed.
 */
export function loosens(before: StoredRules, after: StoredRules, now: number): boolean {
  const later = endsOf(after, now);
  const isShortened = [...endsOf(before, now)].some(
    ([name, end]) => end > now && (later.get(name) ?? Number.NEGATIVE_INFINITY) < end,
  );
  return isShortened || (isLocked(before) && !isLocked(after) && retains(before, now));
}

/** Returns whether new rules bind owners more strictly: by a new lock, or by longer retention under a lock. */
export const locksMore = (before: StoredRules, after: StoredRules, now: number): boolean =>
  isLocked(after) && (!isLocked(before) || loosens(after, before, now));

/** Returns whether locked rules retain documents for longer than a lock may last. */
export const isLockedTooLong = (rules: StoredRules, now: number): boolean =>
  isLocked(rules) && lastOf(endsOf(rules, now)) > now + lockedDaysMax * dayMilliseconds;

/**
 * Returns the time of the next attempt to remove a document: the end of the retention, but at most a day later, because the end may change.
 */
export const askedAgainAt = ({ untilMilliseconds }: Retention, now: number): number =>
  Math.min(untilMilliseconds, now + dayMilliseconds);
