import { actingOrganization, noManager, noOrganization } from '../../../shared/access/documents.ts';
import { existing, wrongField } from '../../../shared/access/errors.ts';
import { actsWithPowers } from '../../../shared/access/powers.ts';
import { actsAsStaff, stillManages } from '../../../shared/acts/managers.ts';
import { pendingInvitationsMax } from '../../../shared/contract/limits.ts';
import { createInvitation } from '../../../shared/contract/operations/invitations.ts';
import { generateInvitationToken } from '../../../shared/credentials/invitationToken.ts';
import { encryptMailSecret, shownSecrets } from '../../../shared/credentials/secrets.ts';
import { findUserByEmail } from '../../../shared/data/callers/callers.ts';
import * as invitations from '../../../shared/data/organizations/invitations.ts';
import {
  fence,
  getMembers,
  getOrganizationAndMember,
} from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { newId, noUserId } from '../../../shared/data/table/ids.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records/record.ts';
import { post } from '../../../shared/http/post.ts';
import { prepareMail } from '../../../shared/mail/prepareMail.ts';
import { baseUrl, invitationPath } from '../../../shared/presentation/links.ts';
import { presentInvitation } from '../../../shared/presentation/present.ts';
import { announceMail } from '../../../shared/queues/mail.ts';
import { newEmail } from '../../../shared/text/newAddress.ts';

export const handler = post(
  createInvitation,
  async ({ principal, body, answer }) => {
    const organization_id = actingOrganization(principal);
    const email = newEmail(body.email);
    if (email === undefined) throw wrongField('email', 'must be an e-mail address', body.email);
    const id = newId('inv');
    const { token, secret_hash } = generateInvitationToken(organization_id, id);
    const given = {
      id,
      organization_id,
      email,
      role: body.role,
      created_by: principal.user,
      secret_hash,
    };

    return retryOnConflict(async () => {
      const now = Date.now();
      const [{ organization: its, member }, pending, invited] = await Promise.all([
        getOrganizationAndMember(organization_id, principal.user.id),
        invitations.listInvitations(organization_id, now),
        findUserByEmail(email),
      ]);
      const organization = existing(its, noOrganization);
      if (!stillManages(principal, member)) throw noManager();
      // Makes the same reads for every address, so that the time of the answer does not show which addresses have an account.
      if ((await getMembers(organization_id, [invited?.id ?? noUserId])).length > 0)
        throw wrongField('email', 'is that of a member already', body.email, 'already_member');
      const replaced = pending.filter((other) => other.email === email);
      if (pending.length - replaced.length >= pendingInvitationsMax)
        throw wrongField(
          'email',
          `cannot be invited: an organization has at most ${pendingInvitationsMax} pending invitations`,
          body.email,
        );
      const made_by_staff = actsAsStaff(principal, member);
      const appoints = actsWithPowers(principal, organization, now);
      const prepared = await prepareMail({
        sender: organization_id,
        causedBy: principal.user.id,
        email,
        subject: { kind: 'invitation', organization_id, invitation_id: id },
        encryptSecret: (mailId) => encryptMailSecret(token, mailId),
      });
      const mail = prepared?.mail;
      const answering = { ...given, ...(mail && { mail_id: mail.id }), made_by_staff, appoints };
      const invitation = invitations.newInvitation(answering, body.expires_in_days, now);
      // The transaction includes the organization, so that one of two concurrent invitations conflicts. That request then starts over and
      // counts the other invitation.
      return answer(
        { ...presentInvitation(invitation, mail), url: baseUrl() + invitationPath(token) },
        (kept) =>
          commitChange({
            records: [
              actRecord('invitation.created', organization_id, principal, {
                invitation_id: id,
                role: body.role,
              }),
              ...replaced.map((old) =>
                actRecord('invitation.deleted', organization_id, principal, { invitation_id: old.id }),
              ),
            ],
            writes: [
              fence(organization),
              invitations.createInvitation(invitation),
              ...replaced.map(invitations.removeInvitation),
              ...(prepared?.writes ?? []),
              ...kept,
            ],
            ...(mail && { announce: () => announceMail(mail) }),
          }),
      );
    });
  },
  { secrets: shownSecrets },
);
