import { sqs } from '../aws/sqs.ts';

/** Sends a message to a queue, after `delaySeconds` (SQS takes up to 900). The messages of one group do not delay another group. */
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
