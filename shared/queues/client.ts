import { sqs } from '../aws/sqs.ts';

/** Sends a message to a queue, after `delaySeconds` (SQS takes up to 900). One group's messages hold up no other's. */
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
