import * as z from 'zod/mini';
import { dateTime } from '../contract/text.ts';

/**
 * Owners have powers that admins do not have. Admins change every role, so the role alone proves nothing: the powers begin at once
 * only for owners whom somebody with powers made owner. The others wait, and owners with powers have that time to object.
 */

export const ownership = z.object({
  since: dateTime,
  /** Since then they are an owner by the will of an owner with powers or of an operator, or as the founder; null: by nobody's of these. */
  appointed_at: z.nullable(dateTime),
});
export type Ownership = z.infer<typeof ownership>;

export const powersWaitMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Returns from when an owner has powers (epoch milliseconds). null: not before an owner with powers is there again.
 *
 * @param powersSince since when the organization has had an owner with powers at any time; null: none is left
 */
export function powersFrom({ since, appointed_at }: Ownership, powersSince: string | null): number | null {
  if (appointed_at !== null) return Date.parse(appointed_at);
  if (powersSince === null) return null;
  // An owner with powers who comes back has the whole time to object, too.
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
