import * as z from 'zod/mini';
import { type CallerItem, findUserByEmail } from '../data/callers.ts';
import { SignInError } from './failure.ts';
import type { Claims } from './identityProvider.ts';

/** RFC 5321, section 4.5.3.1: 64 characters, an `@` and 255 more. */
const emailAddress = z.string().check(z.maxLength(320), z.regex(/^[^\s@]+@[^\s@]+$/));

/**
 * Returns the person whose address the provider says it has verified. Anyone could have entered an address that it has not.
 * Throws a SignInError: `unverified` before it is even known whether someone here has the address, and
 * `disabled` only to the person themselves.
 */
export async function personOf({ email, email_verified }: Claims): Promise<CallerItem> {
  const address = emailAddress.safeParse(email);
  // Some providers write their booleans as text, Cognito's user info among them.
  if (!address.success || (email_verified !== true && email_verified !== 'true'))
    throw new SignInError('unverified');
  const person = await findUserByEmail(address.data);
  if (person?.type !== 'user_account') throw new SignInError('unknown');
  if (person.disabled_at !== null) throw new SignInError('disabled');
  return person;
}
