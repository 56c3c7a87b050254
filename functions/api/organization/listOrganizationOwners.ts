import { listOrganizationOwners } from '../../../shared/contract/operations/organization.ts';
import { getOrganization, listMembers } from '../../../shared/data/organizations.ts';
import { actingOrganization, noOrganization } from '../../../shared/http/access.ts';
import { existing } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOwner } from '../../../shared/present.ts';

export const handler = operation(listOrganizationOwners, async ({ principal }) => {
  const organizationId = actingOrganization(principal);
  const [found, members] = await Promise.all([getOrganization(organizationId), listMembers(organizationId)]);
  const { powers_since } = existing(found, noOrganization);
  return { items: members.flatMap((member) => presentOwner(member, powers_since)) };
});
