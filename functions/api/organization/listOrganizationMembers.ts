import { listOrganizationMembers } from '../../../shared/contract/operations/organization.ts';
import { listMembers } from '../../../shared/data/organizations.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentMember } from '../../../shared/present.ts';

export const handler = operation(listOrganizationMembers, async ({ principal }) => {
  const members = await listMembers(actingOrganization(principal));
  // Service accounts act in an organization, but its members are people.
  return { items: members.filter(({ user_id }) => user_id.startsWith('user_')).map(presentMember) };
});
