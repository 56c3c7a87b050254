import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { otherFunctions } from './functions.ts';
import { type FunctionContext, ServiceFunction } from './serviceFunction.ts';

/**
 * How many uploads are read at the same time: enough to clear a burst of one organization's hundred a minute, few
 * enough to leave the account's concurrency to the API.
 */
const maxConcurrentProcessing = 10;

/** What happens after an answer has been given: the queue's consumer and the schedule that finds lost work. */
export class Workers extends Construct {
  readonly processVersion: lambda.Function;
  readonly sweepDue: lambda.Function;

  constructor(scope: Construct, id: string, context: FunctionContext) {
    super(scope, id);
    this.processVersion = new ServiceFunction(this, 'ProcessVersion', {
      ...context,
      name: 'processVersion',
      spec: otherFunctions.processVersion,
    }).function;
    this.processVersion.addEventSourceMapping('Queue', {
      eventSourceArn: context.queues.processing.queueArn,
      // One at a time: a file that brings the process down takes no other file's message with it.
      batchSize: 1,
      reportBatchItemFailures: true,
      maxConcurrency: maxConcurrentProcessing,
    });

    this.sweepDue = new ServiceFunction(this, 'SweepDue', {
      ...context,
      name: 'sweepDue',
      spec: otherFunctions.sweepDue,
    }).function;
    // The next minute is the retry.
    this.sweepDue.configureAsyncInvoke({ retryAttempts: 0 });
    new events.Rule(this, 'EveryMinute', {
      description: 'Looks for work that is due',
      schedule: events.Schedule.rate(Duration.minutes(1)),
      targets: [
        new targets.LambdaFunction(this.sweepDue, {
          event: events.RuleTargetInput.fromObject({}),
          retryAttempts: 0,
        }),
      ],
    });
  }
}
