import { newOwnerNotices } from '../../shared/acts/newOwnerNotices.ts';
import { pages } from '../../shared/contract/pages.ts';
import { removeInvitation } from '../../shared/data/organizations/invitations.ts';
import { joining } from '../../shared/data/organizations/membership.ts';
import { audienceOf } from '../../shared/events/audience.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { memberRecord } from '../../shared/events/records/organizations.ts';
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
    const { role, appoints = false } = invitation;
    const { member, writes } = joining(person, organization, role, now, appoints);
    const by = { user: { id, type, name }, staff: false, credential };
    const madeBy = invitation.created_by.id;
    const notices = await newOwnerNotices({ organization, member, madeBy, now });
    await commitChange({
      audience: audienceOf(organization),
      records: [memberRecord('member.joined', member, by)],
      writes: [...writes, removeInvitation(invitation), ...notices.writes],
      announce: notices.announce,
    });
    return isMember(user, organization, member);
  },
);
