import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentId, type Ulid, ulidOf } from '../../../shared/contract/identifiers.ts';
import { getDocuments } from '../../../shared/data/documents/documents.ts';
import { scanDocuments } from '../../../shared/data/documents/everyDocument.ts';
import { getAllIndexed, scanIndexed } from '../../../shared/data/search/indexed.ts';
import { markUnchanged } from '../../../shared/data/search/marks.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { Moment } from '../commandLine/arguments.ts';
import { requireSearch } from './searchOn.ts';

/** The number of documents that are marked at the same time. The SDK has more connections, so no request waits. */
const concurrency = 25;
/** Reading a page of items costs 128 read units. With this pause, the command uses at most 1,280 a second. */
const pageMilliseconds = 100;
/** The workers index about a hundred documents a second. With this time between two marks, few messages wait, and none is sent again. */
const markMilliseconds = 10;

interface Marked {
  readonly document_id: DocumentId;
  readonly tenant: Ulid;
}

/**
 * Marks all documents, so that the worker writes their entries again, and the documents that the index may have although they are gone. The
 * sweep sends the messages. The command can be interrupted and repeated.
 */
export async function rebuild({ output, clock }: Admin, { since }: { since?: Moment }): Promise<void> {
  requireSearch();
  const startedAt = clock();
  const writtenSince = since?.(startedAt);
  const continued = new Date(writtenSince ?? startedAt).toISOString();
  output.progress(`To continue after an interruption: search rebuild --since ${continued}`);
  const counts = { marked: 0, left_out: 0, marked_although_gone: 0 };
  let dueAt = startedAt;
  const markAll = async (documents: readonly Marked[]) => {
    for (let start = 0; start < documents.length; start += concurrency)
      await Promise.all(
        documents.slice(start, start + concurrency).map((one) => {
          dueAt += markMilliseconds;
          return markUnchanged(one, dueAt, 'lost');
        }),
      );
  };

  for await (const page of scanDocuments()) {
    const pageOver = delay(pageMilliseconds);
    const written = writtenSince === undefined ? new Set() : await writtenAfter(writtenSince, page);
    const documents = page
      .filter(({ id }) => !written.has(id))
      .map((document) => ({ document_id: document.id, tenant: ulidOf(tenantOf(document)) }));
    await markAll(documents);
    counts.marked += documents.length;
    counts.left_out += page.length - documents.length;
    output.progress(`${counts.marked} documents marked`);
    await pageOver;
  }
  for await (const page of scanIndexed()) {
    const pageOver = delay(pageMilliseconds);
    const present = new Set(
      (await getDocuments(page.map(({ document_id }) => document_id))).map(({ id }) => id),
    );
    const gone = page.filter(({ document_id }) => !present.has(document_id));
    await markAll(gone);
    counts.marked_although_gone += gone.length;
    await pageOver;
  }
  output.record(counts);
  output.note(
    'The worker writes the entries from now on. When `queues list` shows an empty queue indexing: search check',
  );
}

/** Returns the documents whose entries were written at this time (epoch milliseconds) or later. */
async function writtenAfter(
  since: number,
  documents: readonly { readonly id: DocumentId }[],
): Promise<ReadonlySet<unknown>> {
  const indexed = await getAllIndexed(documents.map(({ id }) => id));
  return new Set(
    indexed.filter(({ indexed_at_ms }) => indexed_at_ms >= since).map(({ document_id }) => document_id),
  );
}
