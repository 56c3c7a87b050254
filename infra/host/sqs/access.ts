import type { Asked } from '../iam/policy.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Returns what a request to SQS wants to do (Service Authorization Reference, "Amazon SQS"). SQS names actions in lower case
 * where it refuses them, and those of batches as it does single ones.
 *
 * @param arnOf the ARN of the queue that has a name
 */
export function askedOfSqs(arnOf: (queueName: string) => string, action: string, input: Input): Asked[] {
  const on = (name: string, resource: string): Asked => ({ action: `sqs:${name.toLowerCase()}`, resource });
  const { QueueUrl: url, QueueName: name, SourceArn: source, DestinationArn: destination } = input;
  switch (action) {
    case 'ListQueues':
      return [on(action, '*')];
    case 'StartMessageMoveTask':
      // Amazon SQS, "StartMessageMoveTask": who moves messages takes them off one queue and sends them to another.
      return [
        ...[action, 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((needed) =>
          on(needed, String(source)),
        ),
        ...(destination === undefined ? [] : [on('SendMessage', String(destination))]),
      ];
    case 'ListMessageMoveTasks':
      return [on(action, String(source))];
    default: {
      const queue = url === undefined ? name : String(url).split('/').at(-1);
      return [on(action.replace(/Batch$/, ''), arnOf(String(queue)))];
    }
  }
}
