import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import type { WorkQueue } from './queues.ts';

/** The metrics that alarms watch and the dashboard shows. */

export const fiveMinutes = { period: Duration.minutes(5) };
export const deadLettersOf = ({ deadLetters }: WorkQueue): cloudwatch.Metric =>
  deadLetters.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, statistic: 'Maximum' });

export const ageOf = ({ queue }: WorkQueue): cloudwatch.Metric =>
  queue.metricApproximateAgeOfOldestMessage({ ...fiveMinutes, statistic: 'Maximum' });

/** Shows the messages of a queue from which nobody takes any; 0 as long as somebody does. Nothing said of taking is none taken. */
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
 * Counts the runs of a schedule that ended well. It has no values at all when nothing runs: when the schedule is disabled, lacks its
 * permission, or is throttled.
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

/** Counts invocations that broke off. Messages that a batch reports as failed are not among them: those become dead letters. */
export const errorsOf = (subject: lambda.IFunction): cloudwatch.Metric =>
  subject.metricErrors({ ...fiveMinutes, statistic: 'Sum' });
