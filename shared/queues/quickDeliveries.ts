import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { WebhookId } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { sqs } from './client.ts';
import type { DeliverMessage } from './messages.ts';

export const quickQueueUrl = environment('deliveriesQueueUrl');

/** Calls a worker of the quick queue, for who may send to that one only. It calls one of the slow queue to a slow endpoint. */
export const sendQuickDeliver = (webhook_id: WebhookId): Promise<void> =>
  sendTo(quickQueueUrl(), { webhook_id, queue: 'quick' });

/** Sends to one of the queues of deliveries, after `delaySeconds` (SQS takes up to 900). */
export async function sendTo(QueueUrl: string, message: DeliverMessage, delaySeconds = 0): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify(message),
      MessageGroupId: message.webhook_id,
      ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
    }),
  );
}
