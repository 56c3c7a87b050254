import { deleteOrganization } from '../../../shared/contract/operations/organization.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import * as deleted from '../../../shared/data/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations.ts';
import { retentionInOrganization } from '../../../shared/data/retention.ts';
import { suspendAll } from '../../../shared/data/suspension.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord } from '../../../shared/events/records.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { wrongField } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { requirePowers } from '../../../shared/http/powers.ts';
import { requireNotRetained } from '../../../shared/http/retention.ts';
import { log } from '../../../shared/log.ts';
import { presentOrganization } from '../../../shared/present.ts';

/** API Gateway waits for 29 s. Members that are not suspended by then follow with the next sweep. */
const budgetMilliseconds = 20_000;

export const handler = operation(deleteOrganization, async ({ principal, body, checkPreconditions }) => {
  const until = Date.now() + budgetMilliseconds;
  const organizationId = actingOrganization(principal);
  await requirePowers(principal, Date.now());
  await retryOnConflict(async () => {
    const organization = await getOrganization(organizationId);
    // An earlier request deleted it and ended before all members were suspended.
    if (!organization) return;
    checkPreconditions(presentOrganization(organization));
    if (body.name !== organization.name)
      throw wrongField('name', "must be the organization's name, letter for letter", body.name);
    // Read after the organization, so that a policy that is attached from now on causes a conflict.
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
