import type { WebhookId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { sendMessage } from './client.ts';

export const quickQueueUrl = environment('deliveriesQueueUrl');

/** Calls a worker of the quick queue, for who may send to that one only. It calls one of the slow queue to a slow endpoint. */
export const sendQuickDeliver = (webhook_id: WebhookId): Promise<void> =>
  sendMessage(quickQueueUrl(), { webhook_id, queue: 'quick' }, webhook_id);
