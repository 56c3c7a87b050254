import type { Context } from 'aws-lambda';
import type { DocumentId } from '../../shared/contract/identifiers.ts';
import { batchConsumer } from '../../shared/queues/consumer.ts';
import { type IndexDocumentMessage, indexDocumentMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';
import { isSearchOn } from '../../shared/search/collections.ts';
import { patientMilliseconds } from '../../shared/search/engine.ts';
import { claim, finish, release } from './indexDocument/claim.ts';
import { writeTogether } from './indexDocument/writeTogether.ts';

/** No document is begun when this time is left, which is enough for the longest text. */
const reservedMilliseconds = 30_000;

/**
 * Makes the entries of documents in the search index what the documents are now, and removes those of documents that are gone. The worker
 * can be killed at any point and the work repeated: a document stays marked until all its entries are written, and what the index may have
 * of it is noted before.
 */
export const handler = batchConsumer(indexDocumentMessage, async (messages, context: Context) => {
  // The messages are from before search was switched off. The marks stay.
  if (!isSearchOn()) return messages.map(async () => undefined);
  // The engine may still carry out the last request of a worker that was killed.
  const until = Date.now() + context.getRemainingTimeInMillis() + patientMilliseconds;
  const isOver = () => context.getRemainingTimeInMillis() < reservedMilliseconds;
  const once = [...new Map(messages.map((message) => [message.document_id, message])).values()];
  const failures = await indexTogether(once, until, isOver);
  return messages.map(async ({ document_id }) => {
    const error = failures.get(document_id);
    if (error) throw error;
  });
});

/** Indexes documents with as few requests to the engine as possible. Returns the failures: that of one document is no failure of the others. */
async function indexTogether(
  messages: readonly IndexDocumentMessage[],
  until: number,
  isOver: () => boolean,
): Promise<ReadonlyMap<DocumentId, unknown>> {
  const startedAt = Date.now();
  const failures = new Map<DocumentId, unknown>();
  const unlessFailed = <T>({ document_id }: IndexDocumentMessage, run: Promise<T>): Promise<T | undefined> =>
    run.catch((error: unknown) => void failures.set(document_id, error));
  const claims = await Promise.all(messages.map((message) => unlessFailed(message, claim(message, until))));
  const claimed = claims.filter((one) => one !== undefined);
  const { written, failures: unwritten } = await writeTogether(claimed, isOver);
  await Promise.all(
    claimed.map(async (one) => {
      if (!unwritten.has(one)) return unlessFailed(one.message, finish(one, written.get(one)));
      failures.set(one.message.document_id, unwritten.get(one));
      await release(one);
    }),
  );
  log.info('documents indexed', {
    document_ids: claimed.map(({ message }) => message.document_id),
    failed: failures.size,
    duration_ms: Date.now() - startedAt,
  });
  return failures;
}
