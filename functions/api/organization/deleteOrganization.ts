import { actingOrganization } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { requirePowers } from '../../../shared/access/powers.ts';
import { requireNotRetained } from '../../../shared/access/retention.ts';
import { deleteOrganization } from '../../../shared/contract/operations/organization.ts';
import { retentionInOrganization } from '../../../shared/data/documents/retention.ts';
import * as deleted from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records/record.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganizationDetails } from '../../../shared/presentation/present.ts';
import { log } from '../../../shared/runtime/log.ts';

/** A request suspends members for this long, because API Gateway waits only for 29 s. The next sweep suspends the other members. */
const budgetMilliseconds = 20_000;

export const handler = operation(deleteOrganization, async ({ principal, body, checkPreconditions }) => {
  const until = Date.now() + budgetMilliseconds;
  const organizationId = actingOrganization(principal);
  await requirePowers(principal, Date.now());
  await retryOnConflict(async () => {
    const organization = await getOrganization(organizationId);
    // An earlier request has deleted the organization, but ended before all members were suspended.
    if (!organization) return;
    checkPreconditions(presentOrganizationDetails(organization));
    if (body.name !== organization.name)
      throw wrongField('name', "must be the organization's name, letter for letter", body.name);
    // Retention is read after the organization. If somebody later attaches a policy that retains documents, the revision of the
    // organization changes, and this commit conflicts.
    const retention = await retentionInOrganization(organizationId, Date.now());
    requireNotRetained(retention, 'a document of this organization');
    await commitChange({
      records: [actRecord('organization.deleted', organizationId, principal)],
      writes: deleted.deleteOrganization(organization, Date.now()),
    });
  });
  const isSuspended = await suspendAll(organizationId, () => Date.now() > until);
  log.info('organization deleted', {
    organization_id: organizationId,
    is_suspended: isSuspended !== undefined,
  });
  return {};
});
