import { actingOrganization, noManager, noOrganization } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { actsWithPowers } from '../../../shared/access/powers.ts';
import { inviteMember } from '../../../shared/acts/inviteMember.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { pendingInvitationsMax } from '../../../shared/contract/limits.ts';
import { createInvitation } from '../../../shared/contract/operations/invitations.ts';
import { shownSecrets } from '../../../shared/credentials/secrets.ts';
import { post } from '../../../shared/http/post.ts';
import { presentSentInvitation } from '../../../shared/presentation/present.ts';
import { newEmail } from '../../../shared/text/newAddress.ts';

export const handler = post(
  createInvitation,
  async ({ principal, body, answer }) => {
    const organizationId = actingOrganization(principal);
    const email = newEmail(body.email);
    if (email === undefined) throw wrongField('email', 'must be an e-mail address', body.email);
    const outcome = await inviteMember(
      {
        organizationId,
        email,
        role: body.role,
        lifetimeDays: body.expires_in_days,
        by: principal,
        actsWithPowers: (organization) => actsWithPowers(principal, organization, Date.now()),
      },
      (invited, commit) => answer(presentSentInvitation(invited), commit),
    );
    return accepted(outcome, {
      no_organization: noOrganization,
      no_manager: noManager,
      already_member: () => wrongField('email', 'is that of a member already', body.email, 'already_member'),
      too_many_invitations: () =>
        wrongField(
          'email',
          `cannot be invited: an organization has at most ${pendingInvitationsMax} pending invitations`,
          body.email,
        ),
    });
  },
  { secrets: shownSecrets },
);
