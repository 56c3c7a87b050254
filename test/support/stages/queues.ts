import { callJson, type JsonService } from 'assembly-host/awsJson';

interface Received {
  readonly Messages?: readonly { readonly Body: string; readonly ReceiptHandle: string }[];
}

/** Removes all messages from a queue. Resolves with their bodies. */
export async function takeMessages(sqs: JsonService, QueueUrl: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const request = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 };
    const { Messages = [] } = (await callJson(sqs, 'ReceiveMessage', request)) as Received;
    if (Messages.length === 0) return bodies;
    for (const { Body, ReceiptHandle } of Messages) {
      bodies.push(Body);
      await callJson(sqs, 'DeleteMessage', { QueueUrl, ReceiptHandle });
    }
  }
}
