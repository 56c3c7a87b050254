import { deleteServiceAccount } from '../../../shared/contract/operations/serviceAccounts.ts';
import { isPerson } from '../../../shared/data/organizations.ts';
import { takeOut } from '../../../shared/events/leaving.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { notFound } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteServiceAccount, async ({ principal, path }) => {
  const noSuchAccount = () => notFound('service account', 'service_account_id');
  const wasMember = await takeOut(
    path.service_account_id,
    actingOrganization(principal),
    principal,
    (member) => {
      if (isPerson(member)) throw noSuchAccount();
    },
  );
  if (!wasMember) throw noSuchAccount();
  return {};
});
