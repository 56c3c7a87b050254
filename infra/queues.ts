import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { capitalized, type QueueName, queueNames, queues } from '../shared/stores.ts';
import { otherFunctions } from './functions/others.ts';

/** After this many failed attempts a message goes to the dead-letter queue, where an alarm waits for it. */
const maxReceiveCount = 5;

/** A standard queue, and the queue of the messages that its consumer failed with again and again. */
export interface WorkQueue {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
}
export type Queues = Readonly<Record<QueueName, WorkQueue>>;

/** Makes the queues of work that waits for a worker. Messages carry ids only. */
export function makeQueues(scope: Construct, id: string): Queues {
  const construct = new Construct(scope, id);
  return Object.fromEntries(queueNames.map((name) => [name, workQueue(construct, name)])) as Queues;
}

function workQueue(scope: Construct, name: QueueName): WorkQueue {
  const id = capitalized(name);
  const deadLetters = new sqs.Queue(scope, `${id}DeadLetters`, {
    // The longest that SQS keeps a message: a dead letter must outlast a holiday.
    retentionPeriod: Duration.days(14),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
  const queue = new sqs.Queue(scope, id, {
    // Six times the function's timeout, as AWS Lambda's guide asks, or throttled polls would show a message twice.
    visibilityTimeout: Duration.seconds(6 * otherFunctions[queues[name].consumer].timeoutSeconds),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  return { queue, deadLetters };
}
