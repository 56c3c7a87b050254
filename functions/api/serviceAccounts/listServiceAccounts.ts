import { actingOrganization } from '../../../shared/access/documents.ts';
import { type ActorId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { listServiceAccounts } from '../../../shared/contract/operations/serviceAccounts.ts';
import { listServiceAccountPage } from '../../../shared/data/callers/serviceAccounts.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentServiceAccount } from '../../../shared/presentation/present.ts';

export const handler = operation(listServiceAccounts, async ({ principal, query }) => {
  const organizationId = actingOrganization(principal);
  const madeBy: ActorId | undefined = query.made_by && `user_${ulidOf(query.made_by)}`;
  const list = cursors('service accounts', organizationId, madeBy);
  const { items, next } = await listServiceAccountPage(organizationId, madeBy, {
    after: list.read(query.cursor),
    limit: query.limit,
  });
  return list.page(items.map(presentServiceAccount), next);
});
