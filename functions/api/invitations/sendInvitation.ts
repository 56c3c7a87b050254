import { actingOrganization } from '../../../shared/access/documents.ts';
import { invalidRequest, notFound, tooManyMails } from '../../../shared/access/errors.ts';
import * as acts from '../../../shared/acts/inviteMember.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { sendInvitation } from '../../../shared/contract/operations/invitations.ts';
import { shownSecrets } from '../../../shared/credentials/secrets.ts';
import { post } from '../../../shared/http/post.ts';
import { presentSentInvitation } from '../../../shared/presentation/present.ts';

export const handler = post(
  sendInvitation,
  async ({ principal, path, answer }) => {
    const outcome = await acts.sendInvitation(
      {
        organizationId: actingOrganization(principal),
        invitationId: path.invitation_id,
        by: principal,
      },
      (invited, commit) => answer(presentSentInvitation(invited), commit),
    );
    return accepted(outcome, {
      no_invitation: () => notFound('invitation', 'invitation_id'),
      no_mail: noMail,
      too_many_mails: tooManyMails,
    });
  },
  { secrets: shownSecrets },
);

const noMail = () =>
  invalidRequest({
    code: 'invalid_value',
    location: 'path.invitation_id',
    param: 'invitation_id',
    message: 'This service sends no mail. Make a new invitation, and send its url yourself.',
  });
