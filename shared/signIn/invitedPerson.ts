import { type CallerItem, newUser } from '../data/callers.ts';
import { getInvitationFor, isFor } from '../data/invitations.ts';
import { secretMatches } from '../http/apiKeys.ts';
import { parseInvitationToken } from '../http/invitationToken.ts';
import { invitationTokenIn } from '../links.ts';
import { type NameClaims, namesOf } from './names.ts';

/**
 * Returns a new user for an unknown person on the way (`returnTo`) to an invitation for exactly their address, `email`; undefined for
 * other unknown people.
 */
export async function invitedPerson(
  claims: NameClaims,
  email: string,
  now: number,
  returnTo: string,
): Promise<CallerItem | undefined> {
  const named = parseInvitationToken(invitationTokenIn(returnTo));
  if (!named) return undefined;
  const { organization, invitation } = await getInvitationFor(named, null, now);
  if (!organization || !invitation || !secretMatches(named.secret, invitation.secret_hash)) return undefined;
  return isFor(invitation, email) ? newUser(namesOf(claims, email), now) : undefined;
}
