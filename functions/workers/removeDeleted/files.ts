import type { VersionId } from '../../../shared/contract/identifiers.ts';
import { removePreparedPages } from '../../../shared/data/reading/preparedPages.ts';
import { listCopies, removeCopy } from '../../../shared/files/copies.ts';
import { removePayload } from '../../../shared/files/payloads.ts';
import { inParallel } from '../batches/inParallel.ts';

/** The number of files that are removed at the same time. The SDK has more connections, so no request waits. */
const concurrency = 25;

/**
 * Removes the files of versions and all copies for readers. Returns false if time is up before the end. The items that lead to the files
 * must stay then.
 */
export async function removeFiles(versions: readonly VersionId[], isOver: () => boolean): Promise<boolean> {
  await inParallel(versions, concurrency, () => false, removePayload);
  for (const version of versions)
    for (let keys = await listCopies(version); keys.length > 0; keys = await listCopies(version)) {
      await inParallel(keys, concurrency, isOver, removeCopy);
      if (isOver()) return false;
    }
  await removePreparedPages(versions);
  return true;
}
