import * as z from 'zod/mini';
import { dayMilliseconds } from '../../contract/days.ts';
import { dateTime } from '../../contract/text.ts';

/**
 * Owners have powers that admins do not have. Admins can make anybody an owner, so the role alone does not give the powers. The powers
 * begin at once only for founders, and for owners whom an owner with powers or an operator appointed. The powers of other owners begin
 * later, so that owners with powers have time to object.
 */

export const ownership = z.object({
  since: dateTime,
  /** The time when the owner was appointed by an owner with powers or by an operator, or founded the organization; null: none of these. */
  appointed_at: z.nullable(dateTime),
});
export type Ownership = z.infer<typeof ownership>;

export const powersWaitMilliseconds = dayMilliseconds;

/**
 * Returns the time when an owner's powers begin (epoch milliseconds); null for an owner who was not appointed while the organization has no
 * owner with powers.
 *
 * @param powersSince the time since which the organization has always had an owner with powers; null: no such owner is left
 */
export function powersFrom({ since, appointed_at }: Ownership, powersSince: string | null): number | null {
  if (appointed_at !== null) return Date.parse(appointed_at);
  if (powersSince === null) return null;
  // An owner who gets powers again also has the whole waiting time to object.
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
