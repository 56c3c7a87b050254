import { actingOrganization, noOrganization } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { listOrganizationOwners } from '../../../shared/contract/operations/organization.ts';
import { getOrganization, listMembers } from '../../../shared/data/organizations/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOwner } from '../../../shared/presentation/present.ts';

export const handler = operation(listOrganizationOwners, async ({ principal }) => {
  const organizationId = actingOrganization(principal);
  const [found, members] = await Promise.all([getOrganization(organizationId), listMembers(organizationId)]);
  const { powers_since } = existing(found, noOrganization);
  return { items: members.flatMap((member) => presentOwner(member, powers_since)) };
});
