import type { DocumentId, VersionId } from '../../../shared/contract/identifiers.ts';
import {
  type DeletedVersionItem,
  endRemoval,
  getDeletedVersion,
  repeatRemoval,
} from '../../../shared/data/documents/deletedVersions.ts';
import { scheduleCount } from '../../../shared/data/organizations/usage.ts';
import { listReadingsOfVersion } from '../../../shared/data/reading/readingCounts.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { unlessConflict } from '../../../shared/data/table/conflict.ts';
import { removeItems } from '../../../shared/data/table/partitions.ts';
import { removeUpload } from '../../../shared/files/payloads.ts';
import { log } from '../../../shared/runtime/log.ts';
import { removeFiles } from './files.ts';

/**
 * Removes the files of a deleted version, and what readers saw of it, twice: at the deletion, and when all workers that began before the
 * deletion have ended. Such a worker may store files after the first removal.
 */
export async function removeVersion(
  document_id: DocumentId,
  version_id: VersionId,
  isOver: () => boolean,
): Promise<void> {
  const deleted = await getDeletedVersion(document_id, version_id);
  if (deleted?.due_at_ms === undefined) return;
  // `isLast` is decided before the removal begins, so that files stored during this removal are removed the second time.
  const isLast = Date.now() >= deleted.workers_end_at_ms;
  await removeUpload(deleted);
  if (!((await removeFiles([version_id], isOver)) && (await removeReadings(deleted, isOver))))
    return log.info('version partly removed', { document_id, version_id });
  await scheduleCount(deleted.tenant, Date.now());
  await note(deleted, isLast);
  log.info('version removed', { document_id, version_id, is_last: isLast });
}

/** Returns false if time is up before the end. */
async function removeReadings(
  { document_id, id }: DeletedVersionItem,
  isOver: () => boolean,
): Promise<boolean> {
  const list = () => listReadingsOfVersion(document_id, id);
  for (let keys = await list(); keys.length > 0; keys = await list()) {
    if (isOver()) return false;
    await removeItems(keys);
  }
  return true;
}

/** Records the removal. A conflict means that another worker has recorded the same removal. */
const note = (deleted: DeletedVersionItem, isLast: boolean) =>
  unlessConflict(writeBookkeeping([isLast ? endRemoval(deleted) : repeatRemoval(deleted)]));
