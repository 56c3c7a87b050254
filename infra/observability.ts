import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { Queues } from './queues.ts';
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
  /** For how many of the metric's periods in a row. Default: 1 */
  readonly periods?: number;
  /** What its firing means for people. */
  readonly meaning: string;
  /** What to do about it. */
  readonly action: string;
}

const fiveMinutes = { period: Duration.minutes(5) };

/** A few alarms, each for something that people would notice. */
export class Observability extends Construct {
  private readonly topic: sns.Topic | null;

  constructor(scope: Construct, id: string, { settings, api, queues, workers }: ObservabilityProps) {
    super(scope, id);
    this.topic = settings.alarmEmail === null ? null : this.createTopic(settings.alarmEmail);

    this.alarm('DeadLetters', {
      metric: queues.processingDeadLetters.metricApproximateNumberOfMessagesVisible({
        ...fiveMinutes,
        statistic: 'Maximum',
      }),
      threshold: 1,
      meaning:
        'Processing an uploaded document went wrong several times in a row. It is tried again every quarter of an hour, ' +
        'so it may be ready by now; if the cause is still there, it stays "processing".',
      action:
        'Take the version id from the message in the dead-letter queue, look for it in the log of ProcessVersion, ' +
        'mend the cause, then start a redrive from the dead-letter queue.',
    });
    this.alarm('ProcessingDelay', {
      metric: queues.processing.metricApproximateAgeOfOldestMessage({ ...fiveMinutes, statistic: 'Maximum' }),
      threshold: Duration.minutes(15).toSeconds(),
      periods: 2,
      meaning: 'People wait more than a quarter of an hour for an uploaded document to become ready.',
      action:
        'Compare the number of waiting messages with the errors and throttles of ProcessVersion: a burst of uploads ' +
        'clears by itself, errors do not. Throttles mean that the account has no concurrency left.',
    });
    this.alarm('ServerErrors', {
      metric: api.restApi.metricServerError({ ...fiveMinutes, statistic: 'Sum' }),
      threshold: 5,
      meaning: 'Clients get 5XX answers: their requests fail through no fault of their own.',
      action:
        'In the access log, group the requests with a status of 500 and more by route; follow a requestId of the ' +
        "worst one into that function's log.",
    });
    this.alarm('AuthorizerErrors', {
      metric: api.authorizer.metricErrors({ ...fiveMinutes, statistic: 'Sum' }),
      threshold: 1,
      meaning: 'Some callers cannot be identified, so that none of their requests reaches its operation.',
      action: 'Read the errors in the log of AuthorizerFunction; check that DynamoDB is available.',
    });
    this.alarm('ProcessVersionErrors', {
      metric: workers.processVersion.metricErrors({ ...fiveMinutes, statistic: 'Sum' }),
      threshold: 3,
      meaning: 'Reading uploaded documents keeps failing; they stay "processing" and are tried again later.',
      action:
        'Read the errors in the log of ProcessVersion. One file that cannot be read ends in the dead-letter queue; ' +
        'many at once mean a defect or a store that is not available.',
    });
    this.alarm('SweepErrors', {
      metric: workers.sweepDue.metricErrors({ ...fiveMinutes, statistic: 'Sum' }),
      threshold: 3,
      meaning: 'Work whose message was lost is not found again: some documents may stay "processing".',
      action:
        'Read the errors in the log of SweepDue. Nothing is lost: the next sweep that ends finds the work.',
    });
  }

  private alarm(id: string, { metric, threshold, periods, meaning, action }: AlarmProps): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: periods ?? 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // No data is no traffic.
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: `${meaning}\n\nWhat to do: ${action}`,
    });
    if (this.topic) alarm.addAlarmAction(new actions.SnsAction(this.topic));
  }

  private createTopic(email: string): sns.Topic {
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
