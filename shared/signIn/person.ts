import { type CallerItem, findUserByEmail, provenAt } from '../data/callers/callers.ts';
import {
  bindIdentity,
  createBoundUser,
  findUserByIdentity,
  identityHash,
} from '../data/callers/identities.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { SignInError } from './failure.ts';
import type { Claims } from './identityProvider.ts';
import { invitedPerson } from './invitedPerson.ts';
import { withProvenAddress } from './provenAddress.ts';
import { readingPerson } from './readingPerson.ts';

interface Proven {
  readonly person: CallerItem;
  /** Writes to commit with the person's session. They conflict if a concurrent sign-in binds somebody: then call `personOf` again. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns the person who has signed in at the provider: the person who is bound to the provider's account, even if its address has changed.
 * A new verified address is stored. If nobody is bound, it is the person with the account's verified address. This person is bound from
 * then on, because the address may later belong to somebody else. Unverified addresses do not count, since anyone can enter them.
 *
 * An unknown person becomes a user if `returnTo` leads to an invitation for their address. The person becomes a reader if `returnTo` leads
 * to a document, which need not exist, or to a room with an access entry for their address. Other unknown people are refused.
 *
 * Throws a SignInError. It throws `unverified` before it looks up the address, so that the answer does not tell who has an account.
 */
export async function personOf(claims: Claims, now: number, returnTo = '/'): Promise<Proven> {
  const hash = identityHash(claims.issuer, claims.subject);
  const bound = await findUserByIdentity(hash);
  const email = addressIn(claims);
  if (bound) return withProvenAddress(enabled(bound, email), email, now);

  if (email === undefined) throw new SignInError('unverified', { address: statedIn(claims) });
  const person = await findUserByEmail(email);
  if (!person) {
    const user =
      (await invitedPerson(claims, email, now, returnTo)) ??
      (await readingPerson(claims, email, now, returnTo));
    if (!user) throw new SignInError('unknown', { address: email });
    return { person: user, writes: createBoundUser(user, hash, now) };
  }
  // A concurrent sign-in may have bound the person after the lookup of the account.
  if (person.identity_hash === hash) return { person: enabled(person, email), writes: [] };
  if (person.identity_hash !== null) throw new SignInError('taken', { address: email });
  return { person: enabled(person, email), writes: bindIdentity(provenAt(person, now), hash, now) };
}

/** Returns the address that the provider states; undefined if there is none. */
const statedIn = ({ email }: Claims): string | undefined =>
  typeof email === 'string' && normalizedEmail(email) !== undefined ? email : undefined;

/** Returns the address that the provider has verified; undefined if there is none. */
const addressIn = (claims: Claims): string | undefined =>
  // Some providers send booleans as text, for example the user info of Cognito.
  claims.email_verified === true || claims.email_verified === 'true' ? statedIn(claims) : undefined;

function enabled(person: CallerItem, address: string | undefined): CallerItem {
  if (person.disabled_at !== null) throw new SignInError('disabled', { address });
  return person;
}
