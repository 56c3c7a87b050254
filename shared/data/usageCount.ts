import * as z from 'zod/mini';
import { type Tenant, tenant as tenantId } from '../contract/identifiers.ts';
import { documentsAPage, partitionsOf, readDocumentsIn } from './documentLists.ts';
import { uncountedList, usageKey } from './keys.ts';
import { listIndex } from './table.ts';
import type { Amounts, UsageItem } from './usage.ts';
import { listWaiting, moveOn, type Waiting } from './waiting.ts';

/**
 * Counting what is really there, for what additions do not know: uploads that broke off, and what was removed. It takes a while and uploads go on, so it works by comparison: `beginCount` keeps the values there are; once all that
 * they stand for is stored or given up, `countStored` counts, and `correct` adds the difference that no upload explains.
 */

/** A tenant whose count is to go on. */
export interface Uncounted extends Waiting {
  readonly tenant: Tenant;
}

/** Lists up to `limit` tenants that are to be counted by `now` (epoch milliseconds), those that wait longest first. */
export const listUncounted = async (now: number, limit: number): Promise<Uncounted[]> =>
  (await listWaiting(uncountedList, now, limit)).map((waiting) => ({
    ...waiting,
    tenant: z.parse(tenantId, waiting.name),
  }));

/** An upload is stored or given up by then: its function ends after half a minute. An index is a moment behind. */
const settlingMilliseconds = 2 * 60_000;

/** Begins to count a tenant who has used the service since the last time; until the next upload, others are left alone. */
export const beginCount = (uncounted: Uncounted, usage: UsageItem, now: number): Promise<boolean> =>
  usage.is_unused
    ? moveOn(usageKey(uncounted.tenant), uncounted, undefined, {
        remove: ['is_unused'],
        seen: { is_unused: true },
      })
    : moveOn(usageKey(uncounted.tenant), uncounted, now + settlingMilliseconds, {
        set: { is_unused: true },
        copy: { documents_before: 'documents', stored_bytes_before: 'stored_bytes' },
        remove: ['counted', 'documents_released', 'stored_bytes_released'],
      });

type Counted = NonNullable<UsageItem['counted']>;

/**
 * Counts a tenant's documents and the files of their versions, from where an earlier run has stopped. Returns how far it came;
 * `isComplete` is false when it was over before the end.
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

/** Keeps how far a count came, for the next run, unless another has taken the next step. */
export const keepCounted = (uncounted: Uncounted, counted: Counted): Promise<boolean> =>
  moveOn(usageKey(uncounted.tenant), uncounted, uncounted.dueAtMilliseconds, { set: { counted } });

/** A tenant who goes on uploading is counted every day. */
const countEveryMilliseconds = 24 * 60 * 60_000;

/**
 * Ends a count: adds what is missing, or takes away what is too much. Another follows where anything was wrong, for one that
 * missed a document as it moved in the list. Returns false when another run has ended it.
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
 * Returns what is wrong with a value for certain. What was uploaded since counting began may or may not be in the count, so
 * a count between the value `before`, less what was taken back since, and the one `now` proves nothing; a lower one shows
 * additions for which nothing is stored, a higher one files that were never added. Without uploads in between it is exact.
 */
export const correctionOf = (counted: number, before: number, now: number): number =>
  counted - Math.min(Math.max(counted, Math.min(before, now)), Math.max(before, now));
