import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import type { DeliverMessage } from './messages.ts';
import { quickQueueUrl } from './quickDeliveries.ts';

const queueUrls = {
  quick: quickQueueUrl,
  slow: environment('slowDeliveriesQueueUrl'),
} as const satisfies Record<DeliverMessage['queue'], () => string>;

/**
 * Calls a worker for an endpoint, after `delaySeconds` (at most 900 in SQS). Never throws, because the sweep sends a lost message again.
 */
export async function announceDeliver(message: DeliverMessage, delaySeconds = 0): Promise<void> {
  await sendMessage(queueUrls[message.queue](), message, message.webhook_id, delaySeconds).catch(
    (error: unknown) =>
      log.warn('worker not called; the sweep will call it', { ...message, error: String(error) }),
  );
}
