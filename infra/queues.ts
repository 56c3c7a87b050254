import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { otherFunctions } from './functions.ts';

/** After this many failed attempts a message goes to the dead-letter queue, where an alarm waits for it. */
const maxReceiveCount = 5;

/** Work that waits for a worker. Messages carry ids only. */
export class Queues extends Construct {
  readonly processing: sqs.Queue;
  readonly processingDeadLetters: sqs.Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.processingDeadLetters = new sqs.Queue(this, 'ProcessingDeadLetters', {
      // The longest that SQS keeps a message: a dead letter must outlast a holiday.
      retentionPeriod: Duration.days(14),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    this.processing = new sqs.Queue(this, 'Processing', {
      // Six times the function's timeout, as AWS Lambda's guide asks, or throttled polls would show a message twice.
      visibilityTimeout: Duration.seconds(6 * otherFunctions.processVersion.timeoutSeconds),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.processingDeadLetters, maxReceiveCount },
    });
  }
}
