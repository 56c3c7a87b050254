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
  /** Writes to commit with the person's session. They conflict when somebody is bound in between: then call `personOf` again. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns the person who has signed in at the provider: the one who is bound to the account there, even if its address has changed. A
 * verified new address is stored. If nobody is bound, it is the person with the account's verified address, who is bound to it from then
 * on: the address can be given to somebody else later. Unverified addresses do not count, since anyone can enter them.
 *
 * An unknown person becomes a user on the way (`returnTo`) to an invitation for their address, and a reader on the way to a document that
 * is for them. Other unknown people are refused.
 *
 * Throws a SignInError: `unverified` before it looks up the address, and `disabled` only to the person themselves.
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
  // A concurrent sign-in can have bound the person since the account was looked up.
  if (person.identity_hash === hash) return { person: enabled(person, email), writes: [] };
  if (person.identity_hash !== null) throw new SignInError('taken', { address: email });
  return { person: enabled(person, email), writes: bindIdentity(provenAt(person, now), hash, now) };
}

/** Returns the address that the provider states; undefined for none. */
const statedIn = ({ email }: Claims): string | undefined =>
  typeof email === 'string' && normalizedEmail(email) !== undefined ? email : undefined;

/** Returns the address that the provider says it has verified; undefined for none. */
const addressIn = (claims: Claims): string | undefined =>
  // Some providers write their booleans as text, Cognito's user info among them.
  claims.email_verified === true || claims.email_verified === 'true' ? statedIn(claims) : undefined;

function enabled(person: CallerItem, address: string | undefined): CallerItem {
  if (person.disabled_at !== null) throw new SignInError('disabled', { address });
  return person;
}
