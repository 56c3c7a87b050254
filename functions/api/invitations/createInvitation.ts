import { pendingInvitationsMax } from '../../../shared/contract/limits.ts';
import { createInvitation } from '../../../shared/contract/operations/invitations.ts';
import { findUserByEmail } from '../../../shared/data/callers.ts';
import { commit } from '../../../shared/data/commit.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { newId } from '../../../shared/data/ids.ts';
import * as invitations from '../../../shared/data/invitations.ts';
import {
  getMembers,
  getOrganizationAndMember,
  mayManage,
  replaceCounts,
} from '../../../shared/data/organizations.ts';
import { normalizedEmail } from '../../../shared/emailAddress.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { forbidden, invalidRequest } from '../../../shared/http/errors.ts';
import { generateInvitationToken } from '../../../shared/http/invitationToken.ts';
import { post } from '../../../shared/http/post.ts';
import { baseUrl, invitationPath } from '../../../shared/links.ts';
import { presentInvitation } from '../../../shared/present.ts';
import { shownSecrets } from '../../../shared/webhooks/secrets.ts';

export const handler = post(
  createInvitation,
  async ({ principal, body, answer }) => {
    const organization_id = actingOrganization(principal);
    const email = normalizedEmail(body.email);
    if (email === undefined) throw wrongEmail('email must be an e-mail address.', body.email);
    const id = newId('inv');
    const { token, secret_hash } = generateInvitationToken(organization_id, id);
    const given = { id, organization_id, email, role: body.role, created_by: principal.user, secret_hash };
    const invitation = invitations.newInvitation(given, body.expires_in_days, Date.now());

    return retryOnConflict(async () => {
      const [{ organization, member }, pending, invited] = await Promise.all([
        getOrganizationAndMember(organization_id, principal.user.id),
        invitations.listInvitations(organization_id, Date.now()),
        findUserByEmail(email),
      ]);
      if (!organization) throw new Error(`the organization ${organization_id} is gone`);
      // They may have lost the right since the request began: whatever takes it changes the organization, so one comes first.
      if (!principal.staff && !mayManage(member))
        throw forbidden('You may not manage this organization any more.');
      if (invited && (await getMembers(organization_id, [invited.id])).length > 0)
        throw wrongEmail('email is that of a member already.', body.email);
      const replaced = pending.filter((other) => other.email === email);
      if (pending.length - replaced.length >= pendingInvitationsMax)
        throw wrongEmail(
          `email cannot be invited: an organization has at most ${pendingInvitationsMax} pending invitations.`,
          body.email,
        );
      // The organization is in the transaction, so that of two at once the second counts the first.
      return answer({ ...presentInvitation(invitation), url: baseUrl() + invitationPath(token) }, (kept) =>
        commit([
          replaceCounts(organization, organization),
          invitations.createInvitation(invitation),
          ...replaced.map(invitations.removeInvitation),
          ...kept,
        ]),
      );
    });
  },
  { secrets: shownSecrets },
);

const wrongEmail = (message: string, value: string) =>
  invalidRequest({ code: 'invalid_value', location: 'body.email', param: 'email', message, value });
