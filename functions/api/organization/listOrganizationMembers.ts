import { actingOrganization } from '../../../shared/access/documents.ts';
import { listOrganizationMembers } from '../../../shared/contract/operations/organization.ts';
import { isPerson, listMembers } from '../../../shared/data/organizations/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentMember } from '../../../shared/presentation/present.ts';

export const handler = operation(listOrganizationMembers, async ({ principal }) => {
  const members = await listMembers(actingOrganization(principal));
  return { items: members.filter(isPerson).map(presentMember) };
});
