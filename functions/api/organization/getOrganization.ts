import { getOrganization } from '../../../shared/contract/operations/organization.ts';
import * as organizations from '../../../shared/data/organizations.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = operation(getOrganization, async ({ principal }) => {
  const organizationId = actingOrganization(principal);
  const organization = await organizations.getOrganization(organizationId);
  if (!organization) throw new Error(`the organization ${organizationId} is gone`);
  return presentOrganization(organization);
});
