import { actingOrganization, noOrganization } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { updateOrganization } from '../../../shared/contract/operations/organization.ts';
import {
  countsTimes,
  getOrganization,
  type OrganizationItem,
  replaceOrganization,
  withAccentColor,
  withReadingTimes,
} from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { organizationUpdateRecord } from '../../../shared/events/records/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganizationDetails } from '../../../shared/presentation/present.ts';

export const handler = operation(updateOrganization, ({ principal, body, checkPreconditions }) => {
  const organizationId = actingOrganization(principal);
  return retryOnConflict(async () => {
    const organization = existing(await getOrganization(organizationId), noOrganization);
    checkPreconditions(presentOrganizationDetails(organization));
    const { name = organization.name } = body;
    const { accent_color = organization.accent_color ?? null, reading_times = countsTimes(organization) } =
      body;
    const next = withReadingTimes(withAccentColor({ ...organization, name }, accent_color), reading_times);
    if (isSame(organization, next)) return presentOrganizationDetails(organization);

    const [updated] = await commitChange({
      records: [organizationUpdateRecord(organization, next, principal)],
      writes: [replaceOrganization(next)],
    });
    return presentOrganizationDetails(updated);
  });
});

const isSame = (before: OrganizationItem, after: OrganizationItem): boolean =>
  before.name === after.name &&
  before.accent_color === after.accent_color &&
  before.reading_times === after.reading_times;
