import { type CallerItem, newUser } from '../data/callers.ts';
import { getInvitationFor, isFor } from '../data/invitations.ts';
import { secretMatches } from '../http/apiKeys.ts';
import { parseInvitationToken } from '../http/invitationToken.ts';
import { invitationTokenIn } from '../links.ts';
import { type NameClaims, namesOf } from './names.ts';

/**
 * Returns the first state of somebody unknown who is on their way (`returnTo`) to an invitation that is for their very address,
 * `email`; undefined for whoever else is unknown.
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
