import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { otherFunctions } from './functions/others.ts';

/** After this many failed attempts a message goes to the dead-letter queue, where an alarm waits for it. */
const maxReceiveCount = 5;

/** A standard queue, and the queue of the messages that its consumer failed with again and again. */
export interface WorkQueue {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
}

/** Queues of work that waits for a worker. Messages carry ids only. */
export class Queues extends Construct {
  /** Versions to be processed. */
  readonly processing: WorkQueue;
  /** Those whose files take longer than ordinary ones, which so take no worker from the others. */
  readonly slowProcessing: WorkQueue;
  /** Events to be fanned out. */
  readonly events: WorkQueue;
  /** Calls to webhook endpoints that answer quickly, or are not known to be slow. */
  readonly deliveries: WorkQueue;
  /** Calls to slow endpoints, which so take no worker from the others. */
  readonly slowDeliveries: WorkQueue;
  /** Deleted documents to be removed. */
  readonly removals: WorkQueue;
  /** Copies to be made for those who read a document under rules. */
  readonly preparations: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.processing = this.#workQueue('Processing', otherFunctions.processVersion);
    this.slowProcessing = this.#workQueue('SlowProcessing', otherFunctions.processVersion);
    this.events = this.#workQueue('Events', otherFunctions.fanOutEvent);
    this.deliveries = this.#workQueue('Deliveries', otherFunctions.deliverWebhook);
    this.slowDeliveries = this.#workQueue('SlowDeliveries', otherFunctions.deliverWebhook);
    this.removals = this.#workQueue('Removals', otherFunctions.removeDeleted);
    this.preparations = this.#workQueue('Preparations', otherFunctions.prepareCopy);
  }

  /** All of them by their names. */
  get byName(): Readonly<Record<string, WorkQueue>> {
    const { processing, slowProcessing, events, deliveries, slowDeliveries, removals, preparations } = this;
    return { processing, slowProcessing, events, deliveries, slowDeliveries, removals, preparations };
  }

  #workQueue(id: string, consumer: { readonly timeoutSeconds: number }): WorkQueue {
    const deadLetters = new sqs.Queue(this, `${id}DeadLetters`, {
      // The longest that SQS keeps a message: a dead letter must outlast a holiday.
      retentionPeriod: Duration.days(14),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    const queue = new sqs.Queue(this, id, {
      // Six times the function's timeout, as AWS Lambda's guide asks, or throttled polls would show a message twice.
      visibilityTimeout: Duration.seconds(6 * consumer.timeoutSeconds),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
    return { queue, deadLetters };
  }
}
