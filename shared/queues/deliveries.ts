import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { environment } from '../environment.ts';
import { log } from '../log.ts';
import { sqs } from './client.ts';
import type { DeliverMessage } from './messages.ts';

const queueUrls = {
  quick: environment('deliveriesQueueUrl'),
  slow: environment('slowDeliveriesQueueUrl'),
} as const satisfies Record<DeliverMessage['queue'], () => string>;

/** Calls a worker to an endpoint, after `delaySeconds` (SQS takes up to 900). */
export async function sendDeliver(message: DeliverMessage, delaySeconds = 0): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrls[message.queue](),
      MessageBody: JSON.stringify(message),
      MessageGroupId: message.webhook_id,
      ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
    }),
  );
}

/** Like `sendDeliver`, but never throws: the due index sends again what is lost. */
export async function announceDeliver(message: DeliverMessage, delaySeconds = 0): Promise<void> {
  await sendDeliver(message, delaySeconds).catch((error: unknown) =>
    log.warn('worker not called; the sweep will call it', { ...message, error: String(error) }),
  );
}
