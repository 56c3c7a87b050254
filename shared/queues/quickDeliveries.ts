import type { WebhookId } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { sendMessage } from './client.ts';

export const quickQueueUrl = environment('deliveriesQueueUrl');

/**
 * Calls a worker through the quick queue, for functions without permission for the slow queue. If the endpoint is slow, the worker sends a
 * message to the slow queue.
 */
export const sendQuickDeliver = (webhook_id: WebhookId): Promise<void> =>
  sendMessage(quickQueueUrl(), { webhook_id, queue: 'quick' }, webhook_id);
