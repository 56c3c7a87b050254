import { dayMilliseconds } from '../contract/days.ts';
import { isLockedTooLong } from '../policies/retention.ts';
import type { StoredRules } from '../policies/storedRules.ts';
import { type Refused, refuse } from './refusal.ts';

/** The caller's right to lock a policy, and the confirmation of the lock. Locked rules also bind owners. */
export interface Locking {
  /** Returns the reason why the caller may not lock and unlock policies, as a sentence; undefined when the caller may do so. */
  readonly refusal: () => Promise<string | undefined>;
  /** The policy's name, which the caller repeats to confirm the lock. */
  readonly confirm?: string | undefined;
}

/** The detail of `cannot_lock` is a sentence. */
export type LockRefusal = Refused<'cannot_lock' | 'unconfirmed' | 'locked_too_long'>;

/**
 * Returns the reason why the caller cannot set rules; undefined when the caller can. Call it only for rules that lock more than the present
 * ones. `now`: epoch milliseconds.
 */
export async function lockRefusal(
  rules: StoredRules,
  { refusal, confirm }: Locking,
  now: number,
): Promise<LockRefusal | undefined> {
  const why = await refusal();
  if (why !== undefined) return refuse('cannot_lock', why);
  if (confirm === undefined) return refuse('unconfirmed');
  return isLockedTooLong(rules, now) ? refuse('locked_too_long') : undefined;
}

/** Returns the time until which a locked policy can be unlocked (epoch milliseconds). */
export const unlockableUntil = ({ locked_at }: { readonly locked_at?: string | undefined }): number =>
  locked_at === undefined ? 0 : Date.parse(locked_at) + dayMilliseconds;
