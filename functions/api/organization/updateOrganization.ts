import { actingOrganization, noOrganization } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { updateOrganization } from '../../../shared/contract/operations/organization.ts';
import { getOrganization, renameOrganization } from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { organizationUpdateRecord } from '../../../shared/events/records/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/presentation/present.ts';

export const handler = operation(updateOrganization, ({ principal, body, checkPreconditions }) => {
  const organizationId = actingOrganization(principal);
  return retryOnConflict(async () => {
    const organization = existing(await getOrganization(organizationId), noOrganization);
    checkPreconditions(presentOrganization(organization));
    if (body.name === organization.name) return presentOrganization(organization);

    const [renamed] = await commitChange({
      records: [organizationUpdateRecord(organization, { ...organization, name: body.name }, principal)],
      writes: [renameOrganization(organization, body.name)],
    });
    return presentOrganization(renamed);
  });
});
