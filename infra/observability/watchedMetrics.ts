import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { WorkQueue } from '../resources/queues.ts';

/** The metrics that alarms watch and the dashboard shows. */

export const fiveMinutes = { period: Duration.minutes(5) };
export const deadLettersOf = ({ deadLetters }: WorkQueue): cloudwatch.Metric =>
  deadLetters.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, statistic: 'Maximum' });

export const ageOf = ({ queue }: WorkQueue): cloudwatch.Metric =>
  queue.metricApproximateAgeOfOldestMessage({ ...fiveMinutes, statistic: 'Maximum' });

/** Returns the waiting messages of a queue while no message is received, and 0 otherwise. Missing data counts as no received message. */
export const abandonedIn = ({ queue }: WorkQueue): cloudwatch.MathExpression =>
  new cloudwatch.MathExpression({
    expression: 'IF(FILL(taken, 0) > 0, 0, waiting)',
    usingMetrics: {
      taken: queue.metricNumberOfMessagesReceived({ ...fiveMinutes, statistic: 'Sum' }),
      waiting: queue.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, statistic: 'Minimum' }),
    },
    ...fiveMinutes,
  });

/**
 * Counts the successful runs of a schedule. The metric has no values when nothing runs because the schedule is disabled, throttled or
 * without permission.
 */
export const completedRunsOf = (subject: lambda.IFunction, period: Duration): cloudwatch.MathExpression =>
  new cloudwatch.MathExpression({
    expression: 'runs - broken',
    usingMetrics: {
      runs: subject.metricInvocations({ period, statistic: 'Sum' }),
      broken: subject.metricErrors({ period, statistic: 'Sum' }),
    },
    period,
  });

/** Counts failed invocations. Messages that a batch reports as failed do not count here, because they become dead letters. */
export const errorsOf = (subject: lambda.IFunction): cloudwatch.Metric =>
  subject.metricErrors({ ...fiveMinutes, statistic: 'Sum' });
