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
  const failures = new Map<DocumentId, unknown>();
  let rest = [...new Map(messages.map((message) => [message.document_id, message])).values()];
  while (rest.length > 0) {
    const outcomes = await indexTogether(rest, until, isOver);
    for (const { message, error } of outcomes) if (error) failures.set(message.document_id, error);
    // The sweep sends the messages of those that are marked again when time is up.
    rest = isOver() ? [] : outcomes.flatMap(({ message, isMarkedAgain }) => (isMarkedAgain ? message : []));
  }
  return messages.map(async ({ document_id }) => {
    const error = failures.get(document_id);
    if (error) throw error;
  });
});

interface Outcome {
  readonly message: IndexDocumentMessage;
  readonly error?: unknown;
  readonly isMarkedAgain?: boolean;
}

/** Indexes documents with as few requests to the engine as possible. The failure of one is no failure of the others. */
async function indexTogether(
  messages: readonly IndexDocumentMessage[],
  until: number,
  isOver: () => boolean,
): Promise<Outcome[]> {
  const startedAt = Date.now();
  const claims = await Promise.all(
    messages.map((message) => outcomeOf(message, () => claim(message, until))),
  );
  const claimed = claims.flatMap(({ value }) => value ?? []);
  const { written, failures } = await writeTogether(claimed, isOver);
  const ended = await Promise.all(
    claimed.map((one) =>
      outcomeOf(one.message, async () => {
        if (!failures.has(one)) return finish(one, written.get(one));
        await release(one);
        throw failures.get(one);
      }),
    ),
  );
  log.info('documents indexed', {
    document_ids: claimed.map(({ message }) => message.document_id),
    failed: ended.filter(({ error }) => error).length,
    duration_ms: Date.now() - startedAt,
  });
  return [
    ...claims.filter(({ error }) => error),
    ...ended.map(({ message, error, value }) => ({ message, error, isMarkedAgain: value === true })),
  ];
}

const outcomeOf = <T>(message: IndexDocumentMessage, run: () => Promise<T>) =>
  run().then(
    (value) => ({ message, value, error: undefined }),
    (error: unknown) => ({ message, value: undefined, error }),
  );
