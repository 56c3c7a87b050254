import { actingOrganization } from '../../../shared/access/documents.ts';
import { notFound } from '../../../shared/access/errors.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { removeMember } from '../../../shared/acts/removeMember.ts';
import { deleteServiceAccount } from '../../../shared/contract/operations/serviceAccounts.ts';
import { operation } from '../../../shared/http/operation.ts';

const noSuchAccount = () => notFound('service account', 'service_account_id');

export const handler = operation(deleteServiceAccount, async ({ principal, path }) => {
  const outcome = await removeMember({
    userId: path.service_account_id,
    organizationId: actingOrganization(principal),
    by: principal,
    now: Date.now(),
    accountType: 'service_account.deleted',
    endEntries: null,
  });
  accepted(outcome, {
    no_member: noSuchAccount,
    last_owner: noSuchAccount,
    last_enabled_owner: noSuchAccount,
  });
  return {};
});
