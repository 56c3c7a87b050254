import { getOrganization } from '../../../shared/contract/operations/organization.ts';
import * as organizations from '../../../shared/data/organizations.ts';
import { actingOrganization, noOrganization } from '../../../shared/http/access.ts';
import { existing } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = operation(getOrganization, async ({ principal }) => {
  const organization = await organizations.getOrganization(actingOrganization(principal));
  return presentOrganization(existing(organization, noOrganization));
});
