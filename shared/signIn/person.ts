import { type CallerItem, findUserByEmail, provenAt } from '../data/callers.ts';
import type { Bookkeeping } from '../data/commit.ts';
import { bindIdentity, createBoundUser, findUserByIdentity, identityHash } from '../data/identities.ts';
import { normalizedEmail } from '../emailAddress.ts';
import { SignInError } from './failure.ts';
import type { Claims } from './identityProvider.ts';
import { invitedPerson } from './invitedPerson.ts';
import { withProvenAddress } from './provenAddress.ts';
import { readingPerson } from './readingPerson.ts';

interface Proven {
  readonly person: CallerItem;
  /** Writes to be committed with the person's session. It conflicts when somebody is bound in between: then ask again. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns the person who has signed in at the provider. That is the one whom the account there is bound to, whatever its address
 * is by now, which is stored where it is verified; or else the one with the address that the provider says it has verified, who is bound
 * to the account from then on. Anyone could have entered an address that is not verified, and somebody else can be given an address later.
 *
 * Who is unknown becomes a user if they are on their way (`returnTo`) to an invitation that is for their address, and a reader if
 * it is to a document that is for them: nobody else gets in by either.
 *
 * Throws a SignInError: `unverified` before it is even known whether someone here has the address, and `disabled` only to the
 * person themselves.
 */
export async function personOf(claims: Claims, now: number, returnTo = '/'): Promise<Proven> {
  const hash = identityHash(claims.issuer, claims.subject);
  const bound = await findUserByIdentity(hash);
  if (bound) return withProvenAddress(enabled(bound), addressIn(claims), now);

  const email = addressIn(claims);
  if (email === undefined) throw new SignInError('unverified');
  const person = await findUserByEmail(email);
  if (!person) {
    const user =
      (await invitedPerson(claims, email, now, returnTo)) ??
      (await readingPerson(claims, email, now, returnTo));
    if (!user) throw new SignInError('unknown');
    return { person: user, writes: createBoundUser(user, hash, now) };
  }
  // Another sign-in of theirs can have bound them since the account was looked up.
  if (person.identity_hash === hash) return { person: enabled(person), writes: [] };
  if (person.identity_hash !== null) throw new SignInError('taken');
  return { person: enabled(person), writes: bindIdentity(provenAt(person, now), hash, now) };
}

/** Returns the address that the provider says it has verified; undefined for none. */
function addressIn({ email, email_verified }: Claims): string | undefined {
  // Some providers write their booleans as text, Cognito's user info among them.
  const isVerified = email_verified === true || email_verified === 'true';
  return typeof email === 'string' && normalizedEmail(email) !== undefined && isVerified ? email : undefined;
}

function enabled(person: CallerItem): CallerItem {
  if (person.disabled_at !== null) throw new SignInError('disabled');
  return person;
}
