import * as z from 'zod/mini';
import { dateTime } from '../../contract/text.ts';

/**
 * Owners have powers that admins do not have. Admins can change every role, so the role alone proves nothing. The powers begin at once only
 * for owners whom somebody with powers appointed. The powers of other owners begin later, so that owners with powers have time to object.
 */

export const ownership = z.object({
  since: dateTime,
  /** The time when an owner with powers or an operator made them an owner, or they founded the organization; null: none of these. */
  appointed_at: z.nullable(dateTime),
});
export type Ownership = z.infer<typeof ownership>;

export const powersWaitMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Returns the time when an owner's powers begin (epoch milliseconds); null: not before there is an owner with powers again.
 *
 * @param powersSince the time since which the organization has always had an owner with powers; null: no such owner is left
 */
export function powersFrom({ since, appointed_at }: Ownership, powersSince: string | null): number | null {
  if (appointed_at !== null) return Date.parse(appointed_at);
  if (powersSince === null) return null;
  // An owner with powers who comes back also has the whole time to object.
  return Math.max(Date.parse(since), Date.parse(powersSince)) + powersWaitMilliseconds;
}

/** Returns whether a member has an owner's powers at `now` (epoch milliseconds). */
export function hasPowers(
  { ownership }: { readonly ownership?: Ownership | undefined },
  { powers_since }: { readonly powers_since: string | null },
  now: number,
): boolean {
  const from = ownership ? powersFrom(ownership, powers_since) : null;
  return from !== null && from <= now;
}
