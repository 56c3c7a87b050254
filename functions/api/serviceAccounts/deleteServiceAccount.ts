import { deleteServiceAccount } from '../../../shared/contract/operations/serviceAccounts.ts';
import { isPerson } from '../../../shared/data/organizations.ts';
import { actOf } from '../../../shared/events/acts.ts';
import { takeOut } from '../../../shared/events/leaving.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { notFound } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteServiceAccount, async ({ principal, path }) => {
  const noSuchAccount = () => notFound('service account', 'service_account_id');
  const organizationId = actingOrganization(principal);
  const { service_account_id } = path;
  const wasMember = await takeOut(
    service_account_id,
    organizationId,
    principal,
    (member) => {
      if (isPerson(member)) throw noSuchAccount();
    },
    [actOf('service_account.deleted', organizationId, principal, { service_account_id })],
  );
  if (!wasMember) throw noSuchAccount();
  return {};
});
