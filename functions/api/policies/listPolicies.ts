import { listPolicies } from '../../../shared/contract/operations/policies.ts';
import { listPolicyPage } from '../../../shared/data/policies.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentPolicy } from '../../../shared/present.ts';

export const handler = operation(listPolicies, async ({ principal, query }) => {
  const organizationId = actingOrganization(principal);
  const archived = query.archived === 'true';
  const list = cursors('policies of an organization', organizationId, archived);

  const { items, next } = await listPolicyPage(organizationId, archived, {
    after: list.read(query.cursor),
    limit: query.limit,
  });

  return list.page(items.map(presentPolicy), next);
});
