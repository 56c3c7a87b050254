import type { WebhookId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { sendMessage } from './client.ts';
import type { DeliverMessage } from './messages.ts';

export const quickQueueUrl = environment('deliveriesQueueUrl');

/** Calls a worker of the quick queue, for who may send to that one only. It calls one of the slow queue to a slow endpoint. */
export const sendQuickDeliver = (webhook_id: WebhookId): Promise<void> =>
  sendTo(quickQueueUrl(), { webhook_id, queue: 'quick' });

/** Sends to one of the queues of deliveries, after `delaySeconds` (SQS takes up to 900). */
export const sendTo = (queueUrl: string, message: DeliverMessage, delaySeconds = 0): Promise<void> =>
  sendMessage(queueUrl, message, message.webhook_id, delaySeconds);
