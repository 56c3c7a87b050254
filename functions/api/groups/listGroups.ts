import { actingOrganization } from '../../../shared/access/documents.ts';
import { listGroups } from '../../../shared/contract/operations/groups.ts';
import { listGroupPage } from '../../../shared/data/groups/groups.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentGroup } from '../../../shared/presentation/groups.ts';

export const handler = operation(listGroups, async ({ principal, query }) => {
  const organizationId = actingOrganization(principal);
  const list = cursors('groups of an organization', organizationId);
  const { items, next } = await listGroupPage(organizationId, {
    after: list.read(query.cursor),
    limit: query.limit,
  });
  return list.page(items.map(presentGroup), next);
});
