import { sqs } from '../aws/sqs.ts';

/**
 * Sends a message to a queue, after `delaySeconds` (at most 900 in SQS). Messages of one group do not delay the messages of other groups.
 */
export async function sendMessage(
  QueueUrl: string,
  message: object,
  MessageGroupId: string,
  delaySeconds = 0,
): Promise<void> {
  await sqs.send('SendMessage', {
    QueueUrl,
    MessageBody: JSON.stringify(message),
    MessageGroupId,
    ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
  });
}
