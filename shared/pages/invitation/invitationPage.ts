import type { PageContract } from '../../contract/pages.ts';
import { secretMatches } from '../../credentials/apiKeys.ts';
import { parseInvitationToken } from '../../credentials/invitationToken.ts';
import { getInvitationFor, isFor } from '../../data/organizations/invitations.ts';
import { retryOnConflict } from '../../data/table/conflict.ts';
import type { HttpResponse } from '../../http/response.ts';
import { page } from '../page.ts';
import { forSomebodyElse, type Invited, isMember, notSignedIn, notValid } from './messages.ts';

/**
 * Returns the handler of a page behind an invitation's URL. For the invited person, `toGuest` makes the answer. After a conflict with
 * another change, the handler reads the invitation and decides again.
 */
export const invitationPage = (
  contract: PageContract,
  toGuest: (invited: Invited) => Promise<HttpResponse>,
) =>
  page(contract, ({ visitor, query: { token = '' } }) =>
    retryOnConflict(async () => {
      // Visitors without a session are always sent to the sign-in page, so they do not learn which invitations exist.
      if (!visitor?.credential.startsWith('session:')) return notSignedIn(contract, token);
      const guest = visitor.user;
      const named = parseInvitationToken(token);
      if (!named) return notValid(visitor, token);
      const { organization, invitation, caller, member } = await getInvitationFor(
        named,
        guest.id,
        Date.now(),
      );
      // Members always see that they are members, even if the invitation has ended. Most of them have used the invitation.
      if (organization && member) return isMember(guest, organization, member);
      if (!organization || !invitation || !secretMatches(named.secret, invitation.secret_hash))
        return notValid(visitor, token);
      if (!caller) return notSignedIn(contract, token);
      if (!isFor(invitation, caller.email ?? ''))
        return forSomebodyElse(visitor, caller.email ?? null, token);
      return toGuest({ token, person: caller, visitor, organization, invitation });
    }),
  );
