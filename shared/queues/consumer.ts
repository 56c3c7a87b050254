import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { requireFormat } from '../data/table/format.ts';
import { coldStart } from '../runtime/coldStart.ts';
import { log } from '../runtime/log.ts';

/**
 * Returns a Lambda handler for a queue: it calls `consume` for each message and reports those as failed for which it throws,
 * so that only they come again (partial batch response). After the queue's `maxReceiveCount` they move to its dead-letter
 * queue.
 */
export const consumer = <S extends z.ZodMiniType, C>(
  message: S,
  consume: (message: z.output<S>, context: C, isFirstReceipt: boolean) => Promise<void>,
) =>
  batchConsumer(message, async (messages, context: C, areFirstReceipts) =>
    messages.map((one, index) => consume(one, context, areFirstReceipts[index] === true)),
  );

/**
 * Does the same for messages that are consumed together: `consume` resolves with the result of each. At a first receipt, SQS counts no
 * earlier one. While the table has another format, all messages fail.
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

/** A record without attributes, as tests and operators may send, is treated as unknown. */
const isFirstReceipt = (record: Partial<SQSRecord> | undefined): boolean =>
  record?.attributes?.ApproximateReceiveCount === '1';

/** Returns undefined, which is never a message, for text that is not JSON. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
