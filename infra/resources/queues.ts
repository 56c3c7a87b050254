import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration, type NestedStack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  capitalized,
  type QueueName,
  type QueueRow,
  queueNames,
  queues,
} from '../../shared/runtime/stores.ts';
import { otherFunctions } from '../functions/others.ts';
import { makeNestedStack } from './nestedStack.ts';

/** After this many failed attempts a message goes to the dead-letter queue, which raises an alarm. */
const maxReceiveCount = 5;

/** A standard queue with its dead-letter queue. */
export interface WorkQueue {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
}
export type Queues = Readonly<Record<QueueName, WorkQueue>>;

/** The nested stacks with queues, their consumers and their alarms. */
export type QueueStacks = Readonly<Record<NonNullable<QueueRow['stack']>, NestedStack>>;

export const makeQueueStacks = (scope: Construct): QueueStacks => ({
  Mail: makeNestedStack(scope, 'Mail'),
  Search: makeNestedStack(scope, 'Search'),
});

/** Creates a construct of the same name in each of the nested stacks. */
export const constructsIn = (stacks: QueueStacks, id: string) => ({
  Mail: new Construct(stacks.Mail, id),
  Search: new Construct(stacks.Search, id),
});

/** Creates the work queues. Messages contain ids only, except the events of SES. */
export function makeQueues(scope: Construct, id: string, stacks: QueueStacks): Queues {
  const construct = new Construct(scope, id);
  const nested = constructsIn(stacks, id);
  const scopeOf = ({ stack }: QueueRow) => (stack ? nested[stack] : construct);
  return Object.fromEntries(
    queueNames.map((name) => [name, workQueue(scopeOf(queues[name]), name)]),
  ) as Queues;
}

function workQueue(scope: Construct, name: QueueName): WorkQueue {
  const id = capitalized(name);
  const deadLetters = new sqs.Queue(scope, `${id}DeadLetters`, {
    // The longest retention of SQS, so that dead letters outlast a holiday.
    retentionPeriod: Duration.days(14),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
  const queue = new sqs.Queue(scope, id, {
    // Six times the function's timeout, as AWS Lambda's guide recommends. With a shorter time, throttled polls could deliver a message
    // twice.
    visibilityTimeout: Duration.seconds(6 * otherFunctions[queues[name].consumer].timeoutSeconds),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  return { queue, deadLetters };
}
