import { actingOrganization, noOrganization } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getOrganization } from '../../../shared/contract/operations/organization.ts';
import * as organizations from '../../../shared/data/organizations/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganizationDetails } from '../../../shared/presentation/present.ts';

export const handler = operation(getOrganization, async ({ principal }) => {
  const organization = await organizations.getOrganization(actingOrganization(principal));
  return presentOrganizationDetails(existing(organization, noOrganization));
});
