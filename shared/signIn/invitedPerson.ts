import { secretMatches } from '../credentials/apiKeys.ts';
import { parseInvitationToken } from '../credentials/invitationToken.ts';
import { type CallerItem, newUser } from '../data/callers/callers.ts';
import { getInvitationFor, isFor } from '../data/organizations/invitations.ts';
import { invitationTokenIn } from '../presentation/links.ts';
import { type NameClaims, namesOf } from './names.ts';

/** Returns a new user for an unknown person if `returnTo` leads to a valid invitation for their address, `email`; undefined otherwise. */
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
