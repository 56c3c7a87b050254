import { actingOrganization } from '../../../shared/access/documents.ts';
import { listPolicies } from '../../../shared/contract/operations/policies.ts';
import { listPolicyPage } from '../../../shared/data/policies/policies.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentPolicy } from '../../../shared/presentation/present.ts';

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
