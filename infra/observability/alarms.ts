import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/**
 * `urgent`: people notice the fault, and it does not pass by itself, so somebody looks at once. `ticket`: the service continues to work, or
 * an urgent alarm fires for the harm, so somebody looks in working hours.
 */
export type Severity = 'urgent' | 'ticket';

/** The runbook has a section for each alarm, with the alarm's name. The section says how to find and fix the cause. */
export interface Words {
  /** What the alarm means for people. */
  readonly meaning: string;
  /** The remedy. */
  readonly action: string;
  readonly severity: Severity;
}

type AlarmProps = Words & {
  readonly metric: cloudwatch.IMetric;
  /** The number of the metric's periods in a row. Default: 1 */
  readonly periods?: number;
} & (
    | {
        /** The alarm fires at this value and above. */
        readonly threshold: number;
      }
    | {
        /** The alarm fires below this value, and when data is missing. */
        readonly below: number;
      }
  );

/** Adds alarms to a construct. Each alarm notifies the topic of its severity, and so the stage's alarm address, if the stage has one. */
export class Alarms {
  readonly #scope: Construct;
  readonly #topics: Readonly<Record<Severity, sns.Topic>>;

  constructor(scope: Construct, { alarmEmail }: { readonly alarmEmail: string | null }) {
    this.#scope = scope;
    this.#topics = {
      // The id is older than the word. With another id, deployed stages would lose the subscriptions to this topic.
      urgent: this.#createTopic('PageTopic', 'for alarms that somebody looks at at once', alarmEmail),
      ticket: this.#createTopic('TicketTopic', 'for alarms that can wait until working hours', alarmEmail),
    };
  }

  /** `scope`: where the alarm is added. Default: with the others */
  add(
    id: string,
    { metric, periods = 1, meaning, action, severity, ...limit }: AlarmProps,
    scope = this.#scope,
  ): void {
    const isLeast = 'below' in limit;
    const alarm = new cloudwatch.Alarm(scope, id, {
      metric,
      threshold: isLeast ? limit.below : limit.threshold,
      evaluationPeriods: periods,
      comparisonOperator: isLeast
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // For heartbeats, missing data is a failure. For error counts, missing data means that nothing ran that could fail.
      treatMissingData: isLeast
        ? cloudwatch.TreatMissingData.BREACHING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: describe(id, { meaning, action, severity }),
    });
    this.#announce(alarm, severity);
  }

  /** Adds a composite alarm over other alarms, which notify nobody themselves. */
  addComposite(id: string, alarmRule: cloudwatch.IAlarmRule, words: Words): void {
    const alarmDescription = describe(id, words);
    // Gives the alarm an explicit name, so that it begins with the stack's name like the names of all other alarms.
    const compositeAlarmName = `${Stack.of(this.#scope).stackName}-${id}`;
    this.#announce(
      new cloudwatch.CompositeAlarm(this.#scope, id, { compositeAlarmName, alarmRule, alarmDescription }),
      words.severity,
    );
  }

  #announce(alarm: cloudwatch.AlarmBase, severity: Severity): void {
    alarm.addAlarmAction(new actions.SnsAction(this.#topics[severity]));
  }

  /** The topic has no KMS key: the texts of alarms name no people, and CloudWatch could not use the KMS key that AWS manages. */
  #createTopic(id: string, description: string, email: string | null): sns.Topic {
    const topic = new sns.Topic(this.#scope, id, { enforceSSL: true });
    // A topic policy replaces the default policy, which lets the account publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this.#scope).account } },
      }),
    );
    if (email !== null) topic.addSubscription(new subscriptions.EmailSubscription(email));
    new CfnOutput(Stack.of(this.#scope), `${id}Arn`, {
      value: topic.topicArn,
      description: `The SNS topic to subscribe to ${description}`,
    });
    return topic;
  }
}

const describe = (id: string, { meaning, action, severity }: Words): string =>
  `${meaning}\n\nWhat to do: ${action}\n\nSeverity: ${severity}\n\nRunbook: infra/RUNBOOK.md#${id.toLowerCase()}`;
