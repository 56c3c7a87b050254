import { updateOrganization } from '../../../shared/contract/operations/organization.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getOrganization, renameOrganization } from '../../../shared/data/organizations.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records.ts';
import { actingOrganization, noOrganization } from '../../../shared/http/access.ts';
import { existing } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = operation(updateOrganization, ({ principal, body, checkPreconditions }) => {
  const organizationId = actingOrganization(principal);
  return retryOnConflict(async () => {
    const organization = existing(await getOrganization(organizationId), noOrganization);
    checkPreconditions(presentOrganization(organization));
    if (body.name === organization.name) return presentOrganization(organization);

    const [renamed] = await commitChange({
      records: [actRecord('organization.updated', organizationId, principal)],
      writes: [renameOrganization(organization, body.name)],
    });
    return presentOrganization(renamed);
  });
});
