import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { checkEnvironment } from '../environment.ts';
import { log } from '../log.ts';

/**
 * Returns a Lambda handler for a queue: it calls `consume` for each message and reports those as failed for which it throws,
 * so that only they come again (partial batch response). After the queue's `maxReceiveCount` they move to its dead-letter
 * queue.
 */
export function consumer<S extends z.ZodMiniType, C>(
  message: S,
  consume: (message: z.output<S>, context: C) => Promise<void>,
) {
  checkEnvironment();
  return async (event: SQSEvent, context: C): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.allSettled(
      event.Records.map(async ({ body }) => consume(z.parse(message, JSON.parse(body)), context)),
    );
    const failures = outcomes.flatMap((outcome, index) => {
      const record = event.Records[index];
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
