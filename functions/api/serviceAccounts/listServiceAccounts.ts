import { listServiceAccounts } from '../../../shared/contract/operations/serviceAccounts.ts';
import { listServiceAccountPage } from '../../../shared/data/serviceAccounts.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentServiceAccount } from '../../../shared/present.ts';

export const handler = operation(listServiceAccounts, async ({ principal, query }) => {
  const organizationId = actingOrganization(principal);
  const list = cursors('service accounts', organizationId);
  const { items, next } = await listServiceAccountPage(organizationId, {
    after: list.read(query.cursor),
    limit: query.limit,
  });
  return list.page(items.map(presentServiceAccount), next);
});
