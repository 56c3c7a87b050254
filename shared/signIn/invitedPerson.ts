import { characters } from '../contract/text.ts';
import { type CallerItem, newUser } from '../data/callers.ts';
import { getInvitationFor, isFor } from '../data/invitations.ts';
import { secretMatches } from '../http/apiKeys.ts';
import { parseInvitationToken } from '../http/invitationToken.ts';
import { invitationTokenIn } from '../links.ts';
import type { Claims } from './identityProvider.ts';

/** Providers tell names to whom they like, and of any length. */
const name = characters(1, 255);
const nameIn = (claim: unknown): string | null => name.safeParse(claim).data ?? null;

/**
 * Returns the first state of somebody unknown who is on their way (`returnTo`) to an invitation that is for their very address,
 * `email`; undefined for whoever else is unknown. Without a name from the provider they have that of their mailbox.
 */
export async function invitedPerson(
  claims: Pick<Claims, 'name' | 'given_name' | 'family_name'>,
  email: string,
  now: number,
  returnTo = '/',
): Promise<CallerItem | undefined> {
  const named = parseInvitationToken(invitationTokenIn(returnTo));
  if (!named) return undefined;
  const { organization, invitation } = await getInvitationFor(named, null, now);
  if (!organization || !invitation || !secretMatches(named.secret, invitation.secret_hash)) return undefined;
  if (!isFor(invitation, email)) return undefined;
  return newUser({
    email,
    name: nameIn(claims.name) ?? email.slice(0, email.lastIndexOf('@')),
    given_name: nameIn(claims.given_name),
    family_name: nameIn(claims.family_name),
  });
}
