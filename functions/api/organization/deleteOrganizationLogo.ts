import { actingOrganization, noOrganization } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { deleteOrganizationLogo } from '../../../shared/contract/operations/organization.ts';
import { removeLogo, withoutLogo } from '../../../shared/data/organizations/logos.ts';
import { getOrganization, replaceOrganization } from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { organizationUpdateRecord } from '../../../shared/events/records/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteOrganizationLogo, ({ principal }) => {
  const organizationId = actingOrganization(principal);
  return retryOnConflict(async () => {
    const organization = existing(await getOrganization(organizationId), noOrganization);
    const next = withoutLogo(organization);
    if (organization.logo_sha256 !== undefined)
      await commitChange({
        records: [organizationUpdateRecord(organization, next, principal)],
        writes: [replaceOrganization(next), ...removeLogo(organization)],
      });
    return {};
  });
});
