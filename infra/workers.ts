import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { otherFunctions } from './functions/others.ts';
import type { Queues } from './queues.ts';
import { type FunctionContext, ServiceFunction, type ServiceFunctionProps } from './serviceFunction.ts';

/**
 * Workers of each kind at the same time. Together they are 286 of the 1000 invocations that an account starts with (AWS
 * Lambda quotas): the rest is the API's.
 */
const maxConcurrency = {
  /** A second or two each at most. Enough to clear a burst of one organization's hundred uploads a minute. */
  processing: 10,
  /** Up to 20 s each. As many as all organizations together may have of slow files in process at once, and so any of them. */
  slowProcessing: 4,
  /**
   * Ten events each, in a tenth of a second: a thousand events a second. There are few workers, because messages they
   * hold are ahead of everybody: a burst of one organization must leave room for the next event of another.
   */
  events: 10,
  /** One endpoint each: a message stands for an endpoint, not for a delivery. */
  deliveries: 200,
  /** Ten endpoints each, which may take a minute. They delay nobody else: only slow endpoints wait for each other here. */
  slowDeliveries: 50,
  /** One document each, in a second or so for a hundred versions. Nobody waits for it; the fewest that Lambda allows. */
  removals: 2,
  /** A minute each at most, and somebody waits for it. SQS has the few of one organization come before the many of another. */
  preparations: 10,
} as const;

/** Each worker keeps as much as its event sources use, where it is reserved at all. Runs of a schedule never overlap. */
const reservedConcurrency = {
  processVersion: maxConcurrency.processing + maxConcurrency.slowProcessing,
  fanOutEvent: maxConcurrency.events,
  deliverWebhook: maxConcurrency.deliveries + maxConcurrency.slowDeliveries,
  removeDeleted: maxConcurrency.removals,
  prepareCopy: maxConcurrency.preparations,
  sweepDue: 1,
  countUsage: 1,
  sealActivity: 1,
} as const;

const batchSize = {
  /** A file that brings the process down takes no other file's message with it. */
  processing: 1,
  slowProcessing: 1,
  /** The most that Lambda takes without waiting for more to come. Those of one organization are fanned out together. */
  events: 10,
  /** A busy endpoint has the process to itself: its connections to DynamoDB, its CPU. */
  deliveries: 1,
  /** The most that Lambda takes without waiting for more to come. Calls to slow endpoints mostly wait themselves. */
  slowDeliveries: 10,
  /** A document with many versions takes as long as an invocation has. */
  removals: 1,
  /** As for processing: hostile files are opened. */
  preparations: 1,
} as const;

export interface WorkersProps extends FunctionContext {
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
}

/** The workers behind the answers: the queues' consumers, and the schedules that find lost work and count what is stored. */
export class Workers extends Construct {
  readonly processVersion: lambda.Function;
  readonly fanOutEvent: lambda.Function;
  readonly deliverWebhook: lambda.Function;
  readonly removeDeleted: lambda.Function;
  readonly prepareCopy: lambda.Function;
  readonly sweepDue: lambda.Function;
  readonly countUsage: lambda.Function;
  readonly sealActivity: lambda.Function;
  /** All of them by their names. */
  readonly functions: ReadonlyMap<string, lambda.Function>;

  constructor(scope: Construct, id: string, { baseUrl, ...context }: WorkersProps) {
    super(scope, id);
    const { queues, settings } = context;
    const worker = (
      constructId: string,
      name: keyof typeof reservedConcurrency,
      variables: ServiceFunctionProps['variables'] = {},
    ) =>
      new ServiceFunction(this, constructId, {
        ...context,
        name,
        spec: otherFunctions[name],
        variables,
        ...(settings.reservedWorkerConcurrency && { reservedConcurrency: reservedConcurrency[name] }),
      }).function;

    // Its events show the document and the version as clients see them, with their URLs.
    this.processVersion = worker('ProcessVersion', 'processVersion', { serviceBaseUrl: baseUrl });
    consume(this.processVersion, 'Queue', queues, 'processing');
    // Slow files have a concurrency of their own: they never take the ordinary ones' share.
    consume(this.processVersion, 'Slow', queues, 'slowProcessing');

    this.fanOutEvent = worker('FanOutEvent', 'fanOutEvent');
    consume(this.fanOutEvent, 'Queue', queues, 'events');

    this.deliverWebhook = worker('DeliverWebhook', 'deliverWebhook');
    // Two event sources, each with a concurrency of its own: slow endpoints never take the quick ones' share.
    consume(this.deliverWebhook, 'Quick', queues, 'deliveries');
    consume(this.deliverWebhook, 'Slow', queues, 'slowDeliveries');

    this.removeDeleted = worker('RemoveDeleted', 'removeDeleted');
    consume(this.removeDeleted, 'Queue', queues, 'removals');

    this.prepareCopy = worker('PrepareCopy', 'prepareCopy');
    consume(this.prepareCopy, 'Queue', queues, 'preparations');

    this.sweepDue = worker('SweepDue', 'sweepDue');
    this.#schedule('EveryMinute', 'Looks for work that is due', Duration.minutes(1), this.sweepDue);

    this.countUsage = worker('CountUsage', 'countUsage');
    this.#schedule('EveryFiveMinutes', 'Counts what is stored', Duration.minutes(5), this.countUsage);

    const { auditKey } = context.data;
    this.sealActivity = worker('SealActivity', 'sealActivity', { auditKeyId: auditKey.keyArn });
    // The key's policy names the role, and the role nothing of the key: together they would need each other to be made.
    auditKey.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ArnPrincipal(this.sealActivity.role?.roleArn ?? '')],
        actions: ['kms:Sign'],
        resources: ['*'],
      }),
    );
    this.#schedule('EveryMinuteToSeal', 'Seals activity', Duration.minutes(1), this.sealActivity);

    const { processVersion, fanOutEvent, deliverWebhook, removeDeleted, prepareCopy } = this;
    const { sweepDue, countUsage, sealActivity } = this;
    this.functions = new Map(
      Object.entries({
        processVersion,
        fanOutEvent,
        deliverWebhook,
        removeDeleted,
        prepareCopy,
        sweepDue,
        countUsage,
        sealActivity,
      }),
    );
  }

  /** The next run is the retry of the one before. */
  #schedule(id: string, description: string, rate: Duration, run: lambda.Function): void {
    run.configureAsyncInvoke({ retryAttempts: 0 });
    const event = events.RuleTargetInput.fromObject({});
    new events.Rule(this, id, {
      description,
      schedule: events.Schedule.rate(rate),
      targets: [new targets.LambdaFunction(run, { event, retryAttempts: 0 })],
    });
  }
}

/** Keeps the work of a batch that succeeded: only the messages that failed come again. */
const consume = (
  consumer: lambda.Function,
  id: string,
  queues: Queues,
  name: keyof typeof batchSize & keyof typeof maxConcurrency,
) =>
  consumer.addEventSourceMapping(id, {
    eventSourceArn: queues[name].queue.queueArn,
    batchSize: batchSize[name],
    reportBatchItemFailures: true,
    maxConcurrency: maxConcurrency[name],
  });
