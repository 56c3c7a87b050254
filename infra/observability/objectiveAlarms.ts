import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Alarms, Words } from './alarms.ts';
import type { Indicators } from './indicators.ts';
import { burnRateWindows, leastBad, type ObjectiveName, objectiveDays, objectives } from './objectives.ts';

/**
 * Adds one composite alarm for each objective. The alarms of an objective's windows are parts of the composite alarm and notify nobody.
 */
export function watchObjectives(scope: Construct, alarms: Alarms, indicators: Indicators): void {
  for (const name of Object.keys(objectives) as ObjectiveName[]) {
    const { target, promise } = objectives[name];
    const tooFast = burnRateWindows.map(({ name: speed, factor, longMinutes, shortMinutes }) => {
      const inWindow = (length: 'Long' | 'Short', minutes: number) =>
        new cloudwatch.Alarm(scope, `${name}${speed}${length}`, {
          metric: indicators.missed(name, Duration.minutes(minutes), leastBad),
          threshold: Number((factor * (1 - target)).toPrecision(3)),
          evaluationPeriods: 1,
          comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          // Missing data means that there were no requests.
          treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
          alarmDescription: `A part of the alarm ${name}: its window of ${minutes} minutes. Alone it means nothing.`,
        });
      const windows = [inWindow('Long', longMinutes), inWindow('Short', shortMinutes)];
      return cloudwatch.AlarmRule.allOf(
        ...windows.map((alarm) => cloudwatch.AlarmRule.fromAlarm(alarm, cloudwatch.AlarmState.ALARM)),
      );
    });
    alarms.addComposite(name, cloudwatch.AlarmRule.anyOf(...tooFast), wordsOf(name, target, promise));
  }
}

const wordsOf = (name: ObjectiveName, target: number, promise: string): Words => ({
  meaning:
    `The objective is that ${Number((target * 100).toFixed(2))} % of ${promise}. It is missed so fast that the budget of ` +
    `${objectiveDays} days would be used up within days.`,
  action: actions[name],
  severity: 'urgent',
});

const actions: Readonly<Record<ObjectiveName, string>> = {
  Availability:
    'In the access log, group the requests with a status of 500 and more by route. Look for a request_id of the worst route ' +
    'in the log of its function.',
  Latency: 'On the dashboard, find the operation that takes long. Its traces show what it waits for.',
  ReadyInTime:
    'Compare the number of messages that wait for ProcessVersion with its errors and throttles. Check whether one ' +
    'organization has many slow files.',
  DeliveredInTime:
    'Compare the number of messages that wait for FanOutEvent and DeliverWebhook with their errors and throttles.',
};
