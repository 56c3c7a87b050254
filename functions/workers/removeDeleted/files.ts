import type { VersionId } from '../../../shared/contract/identifiers.ts';
import { removePreparedPages } from '../../../shared/data/reading/preparedPages.ts';
import { listCopies, removeCopy } from '../../../shared/files/copies.ts';
import { removePayload } from '../../../shared/files/payloads.ts';
import { inParallel } from '../batches/inParallel.ts';

/** Files removed at the same time: fewer than the SDK's connections, so that none waits for another. */
const concurrency = 25;

/**
 * Removes the files of versions and all copies for readers. Returns false when time is up before: then the items that lead to them must
 * stay.
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
