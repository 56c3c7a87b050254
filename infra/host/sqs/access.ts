import type { RequiredAction } from '../iam/policy.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Returns the actions of a request to SQS (Service Authorization Reference, "Amazon SQS"). The actions have the names that SQS's refusals
 * use: in lower case, and without `Batch`.
 *
 * @param arnOf returns the ARN of the queue with a name
 */
export function actionsOfSqs(
  arnOf: (queueName: string) => string,
  action: string,
  input: Input,
): RequiredAction[] {
  const on = (name: string, resource: string): RequiredAction => ({
    action: `sqs:${name.toLowerCase()}`,
    resource,
  });
  const { QueueUrl: url, QueueName: name, SourceArn: source, DestinationArn: destination } = input;
  switch (action) {
    case 'ListQueues':
      return [on(action, '*')];
    case 'StartMessageMoveTask':
      // Amazon SQS, "StartMessageMoveTask": the caller needs permission to receive from one queue and send to another.
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
