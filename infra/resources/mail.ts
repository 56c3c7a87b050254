import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Duration, type NestedStack, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage/settings.ts';
import type { WorkQueue } from './queues.ts';

/** The address from which a stage sends mail, and the resources of SES behind it. */
export interface MailIdentity {
  readonly from: string;
  /** The ARNs to which a function needs access to send mail from this address and from no other. */
  readonly arns: readonly string[];
  readonly configurationSet: string;
}

/**
 * Returns the ARN of the identity that sends the mail. The identity is the domain of the address, because DKIM and DMARC apply to domains.
 */
export const identityArnOf = (scope: Construct, mailFrom: string): string =>
  Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: domainOf(mailFrom) });

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The events of SES that the service records, by their names in SES and in EventBridge (Amazon SES, "Event data"). */
const recorded = {
  delivery: 'Email Delivered',
  bounce: 'Email Bounced',
  complaint: 'Email Complaint Received',
  reject: 'Email Rejected',
};

/** Creates the configuration set of the stage's mail, whose events go to a queue. Null on a stage that sends no mail. */
export function makeMailIdentity(
  stack: NestedStack,
  { mailFrom }: StageSettings,
  { queue }: WorkQueue,
): MailIdentity | null {
  if (mailFrom === null) return null;
  const set = new ses.CfnConfigurationSet(stack, 'ConfigurationSet', {
    // An empty list overrides the suppression list of the account, so that only the service's own list decides.
    suppressionOptions: { suppressedReasons: [] },
    deliveryOptions: { tlsPolicy: 'REQUIRE' },
    reputationOptions: { reputationMetricsEnabled: true },
  });
  new ses.CfnConfigurationSetEventDestination(stack, 'Events', {
    configurationSetName: set.ref,
    eventDestination: {
      enabled: true,
      matchingEventTypes: Object.keys(recorded),
      eventBridgeDestination: {
        eventBusArn: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' }),
      },
    },
  });
  new events.Rule(stack, 'OnMailEvent', {
    description: 'Passes on events of SES about mail of the stage',
    eventPattern: {
      source: ['aws.ses'],
      detailType: Object.values(recorded),
      detail: { mail: { tags: { 'ses:configuration-set': [set.ref] } } },
    },
    targets: [new targets.SqsQueue(queue)],
  });
  const setArn = stack.formatArn({ service: 'ses', resource: 'configuration-set', resourceName: set.ref });
  return { from: mailFrom, arns: [identityArnOf(stack, mailFrom), setArn], configurationSet: set.ref };
}

/** The mails of a day that SES accepted from the account in this region, sign-in codes included. */
export const sentInDay = (): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/SES',
    metricName: 'Send',
    period: Duration.days(1),
    statistic: 'Sum',
  });

/** SES computes these rates from the recent mail of the account, and suspends an account with high rates. */
export const reputationOf = (rate: 'BounceRate' | 'ComplaintRate'): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    period: Duration.hours(1),
    statistic: 'Maximum',
  });
