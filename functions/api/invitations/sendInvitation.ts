import { actingOrganization } from '../../../shared/access/documents.ts';
import { invalidRequest, notFound, tooManyMails } from '../../../shared/access/errors.ts';
import { sendInvitation } from '../../../shared/contract/operations/invitations.ts';
import { generateInvitationToken } from '../../../shared/credentials/invitationToken.ts';
import { encryptMailSecret, shownSecrets } from '../../../shared/credentials/secrets.ts';
import { getInvitation, renewInvitation } from '../../../shared/data/organizations/invitations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records/record.ts';
import { post } from '../../../shared/http/post.ts';
import { prepareMail } from '../../../shared/mail/prepareMail.ts';
import { baseUrl, invitationPath } from '../../../shared/presentation/links.ts';
import { presentInvitation } from '../../../shared/presentation/present.ts';
import { announceMail } from '../../../shared/queues/mail.ts';

export const handler = post(
  sendInvitation,
  async ({ principal, path, answer }) => {
    const organization_id = actingOrganization(principal);
    const named = { organization_id, id: path.invitation_id };
    const { token, secret_hash } = generateInvitationToken(organization_id, named.id);
    const subject = { kind: 'invitation', organization_id, invitation_id: named.id } as const;

    return retryOnConflict(async () => {
      const now = Date.now();
      const invitation = await getInvitation(named, now);
      if (!invitation) throw notFound('invitation', 'invitation_id');
      const prepared = await prepareMail({
        sender: organization_id,
        causedBy: principal.user.id,
        email: invitation.email,
        subject,
        encryptSecret: (mailId) => encryptMailSecret(token, mailId),
      });
      if (!prepared) throw noMail();
      const { mail, writes } = prepared;
      if (mail.status === 'held') throw tooManyMails();
      const renewed = { secret_hash, mail_id: mail.id };
      const shown = presentInvitation({ ...invitation, ...renewed }, mail);
      return answer({ ...shown, url: baseUrl() + invitationPath(token) }, (kept) =>
        commitChange({
          records: [actRecord('invitation.sent', organization_id, principal, { invitation_id: named.id })],
          writes: [renewInvitation(invitation, renewed), ...writes, ...kept],
          announce: () => announceMail(mail),
        }),
      );
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
