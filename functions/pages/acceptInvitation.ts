import { joinOrganization } from '../../shared/acts/joinOrganization.ts';
import { newOwnerNotices } from '../../shared/acts/newOwnerNotices.ts';
import { pages } from '../../shared/contract/pages.ts';
import { removeInvitation } from '../../shared/data/organizations/invitations.ts';
import { invitationPage } from '../../shared/pages/invitation/invitationPage.ts';
import { isMember } from '../../shared/pages/invitation/messages.ts';

/**
 * Forms of other sites cannot accept an invitation. The browser sends their requests without the session cookie, or `page` refuses the
 * requests by their origin.
 */
export const handler = invitationPage(
  pages.acceptInvitation,
  async ({ person, visitor: { user, credential }, organization, invitation }) => {
    const { id, type, name } = person;
    const now = Date.now();
    const member = await joinOrganization({
      caller: person,
      organization,
      role: invitation.role,
      by: { user: { id, type, name }, staff: false, credential },
      now,
      appoints: invitation.appoints ?? false,
      notices: (member) => newOwnerNotices({ organization, member, madeBy: invitation.created_by.id, now }),
      beside: [removeInvitation(invitation)],
    });
    return isMember(user, organization, member);
  },
);
