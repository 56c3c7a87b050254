import * as z from 'zod/mini';
import {
  type DocumentId,
  documentId,
  type Tenant,
  type Ulid,
  ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import type { Key } from '../keys/key.ts';
import { hiddenDocumentsKey, indexMarkKey, type MarkKind } from '../keys/search.ts';
import { searchShardOf } from '../keys/work.ts';
import { attributeUpdate, type Bookkeeping, bookkeeping } from '../table/commit.ts';
import { newUlid } from '../table/ids.ts';
import { queryAs, readTogether, under } from '../table/read.ts';
import { dueIndex } from '../table/table.ts';
import { hasChanged, hasRemoved } from '../table/update.ts';
import { sendGraceMilliseconds } from '../work/due.ts';

export type { MarkKind } from '../keys/search.ts';

/**
 * The search index has copies of documents. Each change of a document that makes them stale marks the document, in the same transaction. The
 * mark is due until a worker has written a state of the document to the index that it read after the mark. A mark stays when its document is
 * removed, because the index has to lose the document too. A mark that hides the document stays until searches show what was written.
 */
const indexMark = z.object({
  document_id: documentId,
  /** The last change. */
  change: ulid,
  /** When the index got this change (epoch milliseconds). Absent: it does not have the change yet, or the mark hides nothing. */
  written_at_ms: z.optional(z.int()),
  /** The index may have lost entries of the document, so all are written again. Absent: those of pages may stay */
  is_lost: z.optional(z.literal(true)),
});

export interface IndexMark extends z.infer<typeof indexMark> {
  readonly key: Key;
  readonly kind: MarkKind;
}

interface Marked {
  readonly document_id: DocumentId;
  readonly tenant: Ulid;
}

/** Marks a document that changes at `now` (epoch milliseconds), in the transaction of the change. */
export const markDocument = ({ document_id, tenant }: Marked, kind: MarkKind, now: number): Bookkeeping =>
  bookkeeping(
    'following',
    attributeUpdate(indexMarkKey(tenant, document_id, kind), {
      UpdateExpression:
        'SET document_id = :document, change = :change, ' +
        `${dueIndex.partitionKey} = :shard, ${dueIndex.sortKey} = :due REMOVE written_at_ms`,
      ExpressionAttributeValues: {
        ':document': document_id,
        ':change': newUlid(),
        ':shard': searchShardOf(document_id),
        ':due': now + sendGraceMilliseconds,
      },
    }),
  );

/**
 * Marks a document that has not changed itself. It is found until then. The mark is due at `dueAtMilliseconds` (since the epoch). `lost`: all
 * its entries are written again
 */
export const markUnchanged = (
  { document_id, tenant }: Marked,
  dueAtMilliseconds: number,
  lost?: 'lost',
): Promise<boolean> =>
  hasChanged(indexMarkKey(tenant, document_id, 'shows'), {
    set: {
      document_id,
      change: newUlid(),
      ...(lost && { is_lost: true }),
      [dueIndex.partitionKey]: searchShardOf(document_id),
      [dueIndex.sortKey]: dueAtMilliseconds,
    },
  });

/** Returns the marks of a document: none, one or two. */
export async function getMarks({ document_id, tenant }: Marked): Promise<IndexMark[]> {
  const keys = {
    shows: indexMarkKey(tenant, document_id, 'shows'),
    hides: indexMarkKey(tenant, document_id, 'hides'),
  };
  const found = await readTogether({ shows: [indexMark, keys.shows], hides: [indexMark, keys.hides] });
  return (['shows', 'hides'] as const).flatMap((kind) => {
    const mark = found[kind];
    return mark ? [{ ...mark, key: keys[kind], kind }] : [];
  });
}

/** Removes a mark. Returns false if its document has changed again since the mark was read. */
export const endMark = ({ key, change }: IndexMark): Promise<boolean> => hasRemoved(key, 'change', change);

/**
 * The time after which searches show what was written. OpenSearch shows it after a refresh, which Amazon OpenSearch Serverless makes some
 * seconds later. Until then, searches that find entries would tell what the earlier entries had.
 */
export const shownAfterSeconds = 30;

/** Returns whether the index has the change of a mark, and searches show it at `now` (epoch milliseconds). */
export const isShown = ({ written_at_ms }: IndexMark, now: number): boolean =>
  written_at_ms !== undefined && now - written_at_ms >= shownAfterSeconds * 1000;

/**
 * Records that the index got the change of a mark at `now` (epoch milliseconds). The mark is due when searches show it. Does nothing if the
 * document has changed again since the mark was read.
 */
export const noteWritten = ({ key, change }: IndexMark, now: number): Promise<boolean> =>
  hasChanged(key, {
    set: {
      written_at_ms: now,
      [dueIndex.sortKey]: now + shownAfterSeconds * 1000 + sendGraceMilliseconds,
    },
    seen: { change },
  });

const hiddenMax = 1000;

/**
 * Lists documents of tenants that the index may show to people who may not find them any more, at most 1,000. A consistent read of each
 * tenant. `isCut`: there are more
 */
export async function listHidden(
  tenants: readonly Tenant[],
): Promise<{ readonly documentIds: readonly DocumentId[]; readonly isCut: boolean }> {
  const lists = await Promise.all(
    tenants.map((tenant) => {
      const { pk, sk } = hiddenDocumentsKey(ulidOf(tenant));
      return queryAs(indexMark, under({ pk }, sk), hiddenMax + 1);
    }),
  );
  const documentIds = lists.flat().map(({ document_id }) => document_id);
  return { documentIds: documentIds.slice(0, hiddenMax), isCut: documentIds.length > hiddenMax };
}
