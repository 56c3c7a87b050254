import { getUsage } from '../../shared/data/organizations/usage.ts';
import {
  beginCount,
  correct,
  correctionOf,
  countStored,
  listUncounted,
  storeProgress,
  type Uncounted,
} from '../../shared/data/organizations/usageCount.ts';
import { requireFormat } from '../../shared/data/table/format.ts';
import { coldStart } from '../../shared/runtime/coldStart.ts';
import { log } from '../../shared/runtime/log.ts';
import { inParallel } from './batches/inParallel.ts';

/** The number of tenants that one run lists. The next run continues with the tenants that have waited longest. */
const tenantsARun = 1000;
/** The number of tenants that are counted at the same time. A count reads page after page, so a few counts keep the function busy. */
const concurrency = 5;
/** A run ends well before its four-minute timeout; the next run continues a large count. */
const budgetMilliseconds = 200_000;

coldStart();

/** Counts the storage of tenants that used the service, and corrects their running totals. */
export const handler = async (): Promise<void> => {
  const startedAt = Date.now();
  const isOver = () => Date.now() - startedAt > budgetMilliseconds;
  const listed = await listUncounted(startedAt, tenantsARun);
  // A new table has no format yet, and no tenants.
  if (listed.length > 0) await requireFormat();
  let failed = 0;
  await inParallel(listed, concurrency, isOver, async (uncounted) => {
    try {
      await count(uncounted, isOver);
    } catch (error) {
      failed += 1;
      log.error('use not counted', { tenant: uncounted.tenant, error });
    }
  });
  if (failed > 0) throw new Error(`the use of ${failed} tenants was not counted`);
};

async function count(uncounted: Uncounted, isOver: () => boolean): Promise<void> {
  const { tenant } = uncounted;
  const begun = await getUsage(tenant);
  const { documents_before, stored_bytes_before } = begun;
  if (documents_before === undefined || stored_bytes_before === undefined) {
    await beginCount(uncounted, begun, Date.now());
    return;
  }
  const { counted, isComplete } = await countStored(tenant, begun.counted, isOver);
  if (!isComplete) {
    await storeProgress(uncounted, counted);
    return;
  }
  const {
    documents_released = 0,
    stored_bytes_released = 0,
    stored_bytes_freed,
    ...now
  } = await getUsage(tenant);
  const correction = {
    documents: correctionOf(counted.documents, documents_before - documents_released, now.documents),
    stored_bytes: correctionOf(
      counted.stored_bytes,
      stored_bytes_before - stored_bytes_released,
      now.stored_bytes,
      stored_bytes_freed,
    ),
  };
  const isCorrected = await correct(uncounted, correction, Date.now());
  if (isCorrected && (correction.documents !== 0 || correction.stored_bytes !== 0))
    log.info('use corrected', { tenant, ...correction });
}
