import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqs } from './client.ts';

/** Sends a message, after `delaySeconds` (SQS takes up to 900). Messages of one group hold up no other group's. */
export async function send(
  QueueUrl: string,
  message: object,
  MessageGroupId: string,
  delaySeconds = 0,
): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify(message),
      MessageGroupId,
      ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
    }),
  );
}
