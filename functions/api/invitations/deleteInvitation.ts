import { actingOrganization } from '../../../shared/access/documents.ts';
import { notFound } from '../../../shared/access/errors.ts';
import { deleteInvitation } from '../../../shared/contract/operations/invitations.ts';
import { getInvitation, removeInvitation } from '../../../shared/data/organizations/invitations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records/record.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteInvitation, ({ principal, path }) =>
  retryOnConflict(async () => {
    const named = { organization_id: actingOrganization(principal), id: path.invitation_id };
    const invitation = await getInvitation(named, Date.now());
    if (!invitation) throw notFound('invitation', 'invitation_id');
    const { organization_id, id } = named;
    await commitChange({
      records: [actRecord('invitation.deleted', organization_id, principal, { invitation_id: id })],
      writes: [removeInvitation(invitation)],
    });
    return {};
  }),
);
