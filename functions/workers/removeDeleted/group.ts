import type { GroupId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { listEveryGroupEntry, removeEntryOfDeletedGroup } from '../../../shared/data/groups/entries.ts';
import { endGroupRemoval } from '../../../shared/data/groups/groups.ts';
import { listEveryAccessFor, removeAccessOf } from '../../../shared/data/rooms/accessLists.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { patientWorker, retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { log } from '../../../shared/runtime/log.ts';
import { inParallel } from '../batches/inParallel.ts';

/** The number of entries that are removed at the same time. Each needs a few concurrent requests. */
const concurrency = 10;

/**
 * Removes the entries of a deleted group, takes the group from the items of the members, addresses and domains that they name, and removes
 * the group's access entries in rooms. These come last, because their list is eventually consistent. One that is not in the list yet counts
 * for nothing and is not shown, because the group does not exist.
 */
export async function removeGroup(
  organization_id: OrganizationId,
  group_id: GroupId,
  isOver: () => boolean,
): Promise<void> {
  const isRemoved =
    (await removeEntries(group_id, isOver)) && (await removeAccess(organization_id, group_id, isOver));
  if (!isRemoved) return log.info('group partly removed', { organization_id, group_id });
  await writeBookkeeping([endGroupRemoval(organization_id, group_id)]);
  log.info('group removed', { organization_id, group_id });
}

/** Removes the entries of a group that is deleted or belongs to a removed organization. Returns false when the time ran out before. */
export async function removeEntries(groupId: GroupId, isOver: () => boolean): Promise<boolean> {
  for await (const entries of listEveryGroupEntry(groupId)) {
    await inParallel(entries, concurrency, isOver, (entry) =>
      retryOnConflict(() => removeEntryOfDeletedGroup(entry), patientWorker),
    );
    if (isOver()) return false;
  }
  return true;
}

async function removeAccess(
  organizationId: OrganizationId,
  group_id: GroupId,
  isOver: () => boolean,
): Promise<boolean> {
  for await (const entries of listEveryAccessFor(organizationId, { group_id }))
    for (const entry of entries) {
      if (isOver()) return false;
      // Entries of one room would conflict with each other.
      await removeAccessOf(entry);
    }
  return true;
}
