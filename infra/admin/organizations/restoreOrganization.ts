import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import {
  getDeletedOrganization,
  isRestorable,
  restoreOrganization,
  withState,
} from '../../../shared/data/organizations/deletedOrganizations.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { resumeAll, suspendAll } from '../../../shared/data/organizations/suspension.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord, operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import { existingOrganization, organizationLabel } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { presentOrganization } from './organizationRecords.ts';

export async function restore({ output, now }: Admin, organizationId: OrganizationId): Promise<void> {
  const isThere = (await getOrganization(organizationId)) !== undefined;
  if (!isThere) await resumeMembers(organizationId, now);
  output.record(presentOrganization(await existingOrganization(organizationId)));
  output.note(
    isThere ? 'It is not deleted.' : 'It is restored, with its members, keys, webhooks and documents.',
  );
}

/**
 * Restores an organization at `now` (epoch milliseconds). Throws a Refusal when the organization cannot be restored.
 *
 * Suspends all members before the first member is resumed. Otherwise a worker that is still suspending members could suspend a resumed
 * member.
 */
export async function resumeMembers(organizationId: OrganizationId, now: number): Promise<void> {
  const load = async () => {
    const organization = await getDeletedOrganization(organizationId);
    if (!organization)
      throw new Refusal(
        `There is no organization ${organizationId}, and none with this id was deleted in the last 30 days.`,
      );
    if (!isRestorable(organization, now))
      throw new Refusal(
        `${organizationLabel(organization)} cannot be restored any more, because it is being removed.`,
      );
    return organization;
  };
  await load();
  await suspendAll(organizationId, () => false);
  await retryOnConflict(async () => {
    const organization = await load();
    if (organization.state !== 'restoring') await writeBookkeeping([withState(organization, 'restoring')]);
  });
  await resumeAll(organizationId);
  await retryOnConflict(async () =>
    commitChange({
      records: [actRecord('organization.restored', organizationId, operator)],
      writes: restoreOrganization(await load()),
    }),
  );
}
