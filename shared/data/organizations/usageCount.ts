import * as z from 'zod/mini';
import { dayMilliseconds } from '../../contract/days.ts';
import { type Tenant, tenant as tenantId } from '../../contract/identifiers.ts';
import { documentsAPage, partitionsOf, readDocumentsIn } from '../documents/documentLists.ts';
import { uncountedList, usageKey } from '../keys/organizations.ts';
import { listIndex } from '../table/table.ts';
import { listWaiting, moveOn, type Waiting } from '../work/waiting.ts';
import type { Amounts, UsageItem } from './usage.ts';

/**
 * Counts the documents and bytes that are really stored, because the usage values can be wrong after interrupted uploads and removals.
 * Uploads continue during the count. So `beginCount` stores the values at its time and waits until all uploads in these values are stored
 * or given up. Then `countStored` counts. `correct` adds the part of the difference that later uploads do not explain.
 */

/** A tenant in the waiting list for counts. */
export interface Uncounted extends Waiting {
  readonly tenant: Tenant;
}

/** Lists up to `limit` tenants that are to be counted by `now` (epoch milliseconds), longest waiting first. */
export const listUncounted = async (now: number, limit: number): Promise<Uncounted[]> =>
  (await listWaiting(uncountedList, now, limit)).map((waiting) => ({
    ...waiting,
    tenant: z.parse(tenantId, waiting.name),
  }));

/** After this time an upload is stored or given up, because its function ends after half a minute, and the index shows it. */
const uploadEndsMilliseconds = 2 * 60_000;

/** Begins to count a tenant that has used the service since the last count. Any other tenant is not counted until its next upload. */
export const beginCount = (uncounted: Uncounted, usage: UsageItem, now: number): Promise<boolean> =>
  usage.is_unused
    ? moveOn(usageKey(uncounted.tenant), uncounted, undefined, {
        remove: ['is_unused'],
        seen: { is_unused: true },
      })
    : moveOn(usageKey(uncounted.tenant), uncounted, now + uploadEndsMilliseconds, {
        set: { is_unused: true },
        copy: { documents_before: 'documents', stored_bytes_before: 'stored_bytes' },
        remove: ['counted', 'documents_released', 'stored_bytes_released', 'stored_bytes_freed'],
      });

type Counted = NonNullable<UsageItem['counted']>;

/**
 * Counts a tenant's documents and the files of their versions, from where an earlier run stopped. Returns its progress; `isComplete` is
 * false when `isOver` ended it before the end.
 */
export async function countStored(
  tenant: Tenant,
  from: Counted | undefined,
  isOver: () => boolean,
): Promise<{ readonly counted: Counted; readonly isComplete: boolean }> {
  let counted: Counted = from ?? { partition: '', after: '', documents: 0, stored_bytes: 0 };
  for (const partition of await partitionsOf(tenant)) {
    if (partition < counted.partition) continue;
    if (partition > counted.partition) counted = { ...counted, partition, after: '' };
    for (let more = true; more; ) {
      if (isOver()) return { counted, isComplete: false };
      const items = await readDocumentsIn(partition, counted.after, ['stored_bytes']);
      const page = items.map((item) => z.parse(counts, item));
      const last = page.at(-1);
      counted = {
        partition,
        after: last?.[listIndex.sortKey] ?? counted.after,
        documents: counted.documents + page.length,
        stored_bytes: page.reduce((sum, { stored_bytes }) => sum + stored_bytes, counted.stored_bytes),
      };
      more = page.length === documentsAPage;
    }
  }
  return { counted, isComplete: true };
}

const counts = z.object({ [listIndex.sortKey]: z.string(), stored_bytes: z.int() });

/** Stores the progress of a count for the next run, unless another run has taken the next step. */
export const storeProgress = (uncounted: Uncounted, counted: Counted): Promise<boolean> =>
  moveOn(usageKey(uncounted.tenant), uncounted, uncounted.dueAtMilliseconds, { set: { counted } });

/** A tenant that continues to upload is counted every day. */
const countEveryMilliseconds = dayMilliseconds;

/**
 * Ends a count and adds the correction. If a value was wrong, another count follows, because this count may have missed a document that
 * moved in the list. Returns false when another run has ended it.
 */
export const correct = (uncounted: Uncounted, correction: Amounts, now: number): Promise<boolean> => {
  const isRight = correction.documents === 0 && correction.stored_bytes === 0;
  return moveOn(usageKey(uncounted.tenant), uncounted, now + countEveryMilliseconds, {
    set: { counted_at: new Date(now).toISOString() },
    remove: ['documents_before', 'stored_bytes_before', 'counted', ...(isRight ? [] : ['is_unused'])],
    add: { ...correction },
  });
};

/**
 * Returns the correction of a value; 0 if the value may be right. The value was `before` when the count began, and is `now`. Uploads and
 * deletions during the count may or may not be in `counted`, so each count between `before` (less `freed`) and `now` (plus `freed`) may be
 * right. If the count is lower, uses were added whose files are not stored. If it is higher, the uses of some stored files were never added.
 *
 * @param freed the amount that was deleted during the count. Default: 0
 */
export const correctionOf = (counted: number, before: number, now: number, freed = 0): number =>
  counted - Math.min(Math.max(counted, Math.min(before - freed, now)), Math.max(before, now + freed));
