import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { Queues, WorkQueue } from './queues.ts';
import type { StageSettings } from './settings.ts';
import type { Workers } from './workers.ts';

export interface ObservabilityProps {
  readonly settings: StageSettings;
  readonly api: Api;
  readonly queues: Queues;
  readonly workers: Workers;
}

interface AlarmProps {
  readonly metric: cloudwatch.IMetric;
  /** The alarm fires at this value and above. */
  readonly threshold: number;
  /** The number of the metric's periods in a row. Default: 1 */
  readonly periods?: number;
  /** The meaning of the alarm for people. */
  readonly meaning: string;
  /** The remedy. */
  readonly action: string;
}

const fiveMinutes = { period: Duration.minutes(5) };
/** The workers clear any burst that the API's limits let through within this time. */
const lateAfter = Duration.minutes(15);

const deadLettersOf = ({ deadLetters }: WorkQueue): cloudwatch.Metric =>
  deadLetters.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, statistic: 'Maximum' });

const ageOf = ({ queue }: WorkQueue): cloudwatch.Metric =>
  queue.metricApproximateAgeOfOldestMessage({ ...fiveMinutes, statistic: 'Maximum' });

/** Counts invocations that broke off. Messages that a batch reports as failed are not among them: those become dead letters. */
const errorsOf = (subject: lambda.IFunction): cloudwatch.Metric =>
  subject.metricErrors({ ...fiveMinutes, statistic: 'Sum' });

/** Raises a few alarms, each for something that people would notice. */
export class Observability extends Construct {
  readonly #topic: sns.Topic | null;
  readonly #stage: string;

  constructor(scope: Construct, id: string, { settings, api, queues, workers }: ObservabilityProps) {
    super(scope, id);
    this.#topic = settings.alarmEmail === null ? null : this.#createTopic(settings.alarmEmail);
    this.#stage = settings.stage;
    this.#watchApi(api);
    this.#watchProcessing(queues, workers);
    this.#watchWebhooks(queues, workers);
    this.#alarm('SweepErrors', {
      metric: errorsOf(workers.sweepDue),
      threshold: 3,
      meaning:
        'Work whose message was lost is not found again: some documents may stay "processing", some webhooks and their ' +
        'retries wait.',
      action:
        'Read the errors in the log of SweepDue. Nothing is lost: the next sweep that ends finds the work.',
    });
    this.#alarm('CountUsageErrors', {
      metric: errorsOf(workers.countUsage),
      threshold: 1,
      periods: 6,
      meaning:
        'Quotas of some organizations are held against wrong counts: those of failed uploads, and without what was stored ' +
        'before there were quotas. Uploads go on being counted.',
      action:
        'Read the errors in the log of CountUsage; they name the tenant. The next count that ends puts it right.',
    });
  }

  #watchApi({ restApi, authorizer }: Api): void {
    this.#alarm('ServerErrors', {
      metric: restApi.metricServerError({ ...fiveMinutes, statistic: 'Sum' }),
      threshold: 5,
      meaning: 'Clients get 5XX answers: their requests fail through no fault of their own.',
      action:
        'In the access log, group the requests with a status of 500 and more by route; follow a requestId of the ' +
        "worst one into that function's log.",
    });
    this.#alarm('AuthorizerErrors', {
      metric: errorsOf(authorizer),
      threshold: 1,
      meaning: 'Some callers cannot be identified, so that none of their requests reaches its operation.',
      action: 'Read the errors in the log of AuthorizerFunction; check that DynamoDB is available.',
    });
  }

  #watchProcessing({ processing, slowProcessing }: Queues, { processVersion }: Workers): void {
    for (const [id, name, queue] of [
      ['DeadLetters', 'processing', processing],
      ['SlowDeadLetters', 'slow-processing', slowProcessing],
    ] as const)
      this.#alarm(id, {
        metric: deadLettersOf(queue),
        threshold: 1,
        meaning:
          'Processing an uploaded document went wrong several times in a row. It is tried again every quarter of an ' +
          'hour, so it may be ready by now; if the cause is still there, it stays "processing".',
        action:
          'Take the version id from the message in the dead-letter queue, look for it in the log of ProcessVersion, ' +
          `mend the cause, then put the messages back: ${this.#redrive(name)}.`,
      });
    this.#alarm('ProcessingDelay', {
      metric: ageOf(processing),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning: 'People wait more than a quarter of an hour for an uploaded document to become ready.',
      action:
        'Compare the number of waiting messages with the errors and throttles of ProcessVersion: a burst of uploads ' +
        'clears by itself, errors do not. Throttles mean that the account has no concurrency left.',
    });
    this.#alarm('ProcessVersionErrors', {
      metric: errorsOf(processVersion),
      threshold: 3,
      meaning: 'Reading uploaded documents keeps failing; they stay "processing" and are tried again later.',
      action:
        'Read the errors in the log of ProcessVersion. One file that cannot be read ends in the dead-letter queue; ' +
        'many at once mean a defect or a store that is not available.',
    });
  }

  /** Raises none of these for endpoints that refuse or answer slowly: those are for the people who run them. */
  #watchWebhooks(queues: Queues, { fanOutEvent, deliverWebhook }: Workers): void {
    const { events, deliveries, slowDeliveries } = queues;
    this.#alarm('EventDeadLetters', {
      metric: deadLettersOf(events),
      threshold: 1,
      meaning:
        'Somebody may not be told of a change: finding out which webhook endpoints an event is for went wrong several ' +
        'times in a row. It is tried again every quarter of an hour.',
      action:
        'Take the event id from the message in the dead-letter queue, look for it in the log of FanOutEvent, mend the ' +
        `cause, then put the messages back: ${this.#redrive('events')}.`,
    });
    // One alarm with a sum would miss them: a queue that is idle reports nothing, and then neither would the sum.
    for (const [id, name, queue] of [
      ['DeliveryDeadLetters', 'deliveries', deliveries],
      ['SlowDeliveryDeadLetters', 'slow-deliveries', slowDeliveries],
    ] as const)
      this.#alarm(id, {
        metric: deadLettersOf(queue),
        threshold: 1,
        meaning:
          'A webhook endpoint gets nothing, or late, and not through its own fault: working on its deliveries went ' +
          'wrong several times in a row. They are kept, and tried again every quarter of an hour.',
        action:
          'Take the endpoint id (webhook_id) from the message in the dead-letter queue and look for it in the log of ' +
          'DeliverWebhook; check that DynamoDB is available and the KMS key WebhookKeyArn enabled. Then put the ' +
          `messages back: ${this.#redrive(name)}.`,
      });
    this.#alarm('EventDelay', {
      metric: ageOf(events),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning: 'All webhooks are more than a quarter of an hour late: events wait to be fanned out.',
      action:
        'Compare the number of waiting messages with the errors and throttles of FanOutEvent: a burst of changes clears ' +
        'by itself, errors do not. Throttles mean that the account has no concurrency left.',
    });
    this.#alarm('DeliveryDelay', {
      metric: ageOf(deliveries),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning: 'Webhooks to endpoints that answer quickly are more than a quarter of an hour late.',
      action:
        'Compare the number of waiting messages with the errors and throttles of DeliverWebhook: a burst clears by ' +
        'itself, errors do not. Throttles mean that the account has no concurrency left. Slow endpoints have a queue of ' +
        'their own and are not the cause.',
    });
    this.#alarm('FanOutEventErrors', {
      metric: errorsOf(fanOutEvent),
      threshold: 3,
      meaning:
        'Nobody may be told of changes: the function that finds the webhook endpoints for them breaks off.',
      action:
        'Read the errors in the log of FanOutEvent: it cannot start, runs out of time, or out of memory. Events are ' +
        'kept for 30 days and fanned out once it works again.',
    });
    this.#alarm('DeliverWebhookErrors', {
      metric: errorsOf(deliverWebhook),
      threshold: 3,
      meaning:
        'Webhooks are late, and some may come twice: the function that delivers them breaks off before it has recorded ' +
        'what it did.',
      action:
        'Read the errors in the log of DeliverWebhook: it cannot start, runs out of time, or out of memory. Deliveries ' +
        'that were cut off are attempted again by themselves.',
    });
  }

  #redrive(queue: string): string {
    return `npm run admin -- --stage ${this.#stage} queues redrive ${queue}`;
  }

  #alarm(id: string, { metric, threshold, periods, meaning, action }: AlarmProps): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: periods ?? 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // No data is no traffic.
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: `${meaning}\n\nWhat to do: ${action}`,
    });
    if (this.#topic) alarm.addAlarmAction(new actions.SnsAction(this.#topic));
  }

  #createTopic(email: string): sns.Topic {
    const topic = new sns.Topic(this, 'Alarms', { enforceSSL: true });
    // A topic with a policy of its own loses the one that let its account publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    topic.addSubscription(new subscriptions.EmailSubscription(email));
    return topic;
  }
}
