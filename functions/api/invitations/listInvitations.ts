import { actingOrganization } from '../../../shared/access/documents.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { listInvitations } from '../../../shared/contract/operations/invitations.ts';
import { getMails } from '../../../shared/data/mail/mails.ts';
import type { InvitationItem } from '../../../shared/data/organizations/invitations.ts';
import * as invitations from '../../../shared/data/organizations/invitations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentInvitation } from '../../../shared/presentation/present.ts';

export const handler = operation(listInvitations, async ({ principal, query }) => {
  const organizationId = actingOrganization(principal);
  const list = cursors('invitations', organizationId);
  const after = list.read(query.cursor);
  const now = Date.now();
  const pending = await invitations.listInvitations(organizationId, now);
  const following = pending.filter(({ id }) => after === undefined || ulidOf(id) < after);
  const page = following.slice(0, query.limit);
  const last = following.length > query.limit ? page.at(-1) : undefined;
  const mails = await getMails(
    page.flatMap(({ mail_id }) => mail_id ?? []),
    now,
  );
  const present = (invitation: InvitationItem) =>
    presentInvitation(invitation, invitation.mail_id && mails.get(invitation.mail_id));
  return list.page(page.map(present), last && ulidOf(last.id));
});
