import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { requireFormat } from '../data/table/format.ts';
import { coldStart } from '../runtime/coldStart.ts';
import { log } from '../runtime/log.ts';

/**
 * Returns a Lambda handler for a queue. The handler calls `consume` for each message. A message fails if `consume` throws, and SQS delivers
 * only failed messages again (partial batch response). After `maxReceiveCount` deliveries, a message moves to the dead-letter queue.
 */
export const consumer = <S extends z.ZodMiniType, C>(
  message: S,
  consume: (message: z.output<S>, context: C, isFirstReceipt: boolean) => Promise<void>,
) =>
  batchConsumer(message, async (messages, context: C, areFirstReceipts) =>
    messages.map((one, index) => consume(one, context, areFirstReceipts[index] === true)),
  );

/**
 * Returns a `consumer` that calls `consume` once for all messages of a batch. `consume` resolves with a promise for each message. If the
 * table has a format that this release does not support, all messages fail.
 */
export function batchConsumer<S extends z.ZodMiniType, C>(
  message: S,
  consume: (
    messages: z.output<S>[],
    context: C,
    areFirstReceipts: boolean[],
  ) => Promise<(Promise<void> | undefined)[]>,
) {
  coldStart();
  return async ({ Records }: SQSEvent, context: C): Promise<SQSBatchResponse> => {
    await requireFormat();
    const parsed = Records.map(({ body }) => z.safeParse(message, jsonOf(body)));
    const consumed = consume(
      parsed.flatMap(({ success, data }) => (success ? [data] : [])),
      context,
      parsed.flatMap(({ success }, index) => (success ? [isFirstReceipt(Records[index])] : [])),
    );
    let position = 0;
    const outcomes = await Promise.allSettled(
      parsed.map(async ({ success, error }) => {
        if (!success) throw error;
        const index = position++;
        await (await consumed)[index];
      }),
    );
    const failures = outcomes.flatMap((outcome, index) => {
      const record = Records[index];
      if (outcome.status === 'fulfilled' || !record) return [];
      log.error('message not consumed', {
        message_id: record.messageId,
        body: record.body,
        error: outcome.reason,
      });
      return [{ itemIdentifier: record.messageId }];
    });
    return { batchItemFailures: failures };
  };
}

/** Returns whether SQS delivers a message for the first time. Returns false for a record without attributes, as in messages of tests. */
const isFirstReceipt = (record: Partial<SQSRecord> | undefined): boolean =>
  record?.attributes?.ApproximateReceiveCount === '1';

/** Returns the value of a JSON text. For other text, returns undefined, which no schema of a message accepts. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
