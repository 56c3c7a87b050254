import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Api } from '../api/api.ts';
import type { Workers } from '../functions/workers.ts';
import { stackNameOf } from '../stage/stackName.ts';
import { type ObjectiveName, objectives } from './objectives.ts';

/** A duration in milliseconds in the log lines of a function. CloudWatch derives a metric from this field. */
interface Measured {
  readonly name: string;
  readonly field: string;
}
const readyAfter: Measured = { name: 'ReadyAfter', field: 'ready_after_milliseconds' };
const deliveredAfter: Measured = { name: 'DeliveredAfter', field: 'attempted_after_milliseconds' };

/** Searches that the search engine did not answer. */
export const unansweredAfter: Measured = {
  name: 'SearchUnansweredAfter',
  field: 'unanswered_after_milliseconds',
};

/** Creates the metric of a duration in the log of a function. */
export const measuredIn = (
  scope: Construct,
  stage: string,
  { name, field }: Measured,
  logGroup: logs.ILogGroup,
): cloudwatch.Metric =>
  new logs.MetricFilter(scope, name, {
    logGroup,
    filterPattern: logs.FilterPattern.exists(`$.${field}`),
    metricNamespace: stackNameOf({ stage }),
    metricName: name,
    metricValue: `$.${field}`,
    unit: cloudwatch.Unit.MILLISECONDS,
  }).metric();

interface IndicatorsProps {
  readonly stage: string;
  readonly api: Api;
  readonly workers: Workers;
}

/** The metrics that measure the objectives. The dashboard shows them too. */
export class Indicators extends Construct {
  readonly readyAfter: cloudwatch.Metric;
  readonly deliveredAfter: cloudwatch.Metric;
  readonly #api: Api;

  constructor(scope: Construct, id: string, { stage, api, workers }: IndicatorsProps) {
    super(scope, id);
    this.#api = api;
    this.readyAfter = measuredIn(this, stage, readyAfter, workers.functions.processVersion.logGroup);
    this.deliveredAfter = measuredIn(this, stage, deliveredAfter, workers.functions.deliverWebhook.logGroup);
  }

  /**
   * Returns the share of results that missed an objective in each period, from 0 to 1. The share is 0 when fewer than `leastBad` results
   * missed the objective.
   */
  missed(name: ObjectiveName, period: Duration, leastBad: number): cloudwatch.MathExpression {
    const label = `Missed: ${objectives[name].promise}`;
    if (name === 'Availability')
      return new cloudwatch.MathExpression({
        expression: `IF(bad >= ${leastBad}, bad / all, 0)`,
        usingMetrics: {
          bad: this.#api.restApi.metricServerError({ period, statistic: 'Sum' }),
          all: this.#api.restApi.metricCount({ period, statistic: 'SampleCount' }),
        },
        period,
        label,
      });
    const timed = this.#timed(name);
    return new cloudwatch.MathExpression({
      expression: `IF(slow * all / 100 >= ${leastBad}, slow / 100, 0)`,
      usingMetrics: {
        // The percentage of values at or above the limit.
        slow: timed.with({ period, statistic: `PR(${objectives[name].withinMilliseconds}:)` }),
        all: timed.with({ period, statistic: 'SampleCount' }),
      },
      period,
      label,
    });
  }

  #timed(name: Exclude<ObjectiveName, 'Availability'>): cloudwatch.Metric {
    switch (name) {
      case 'Latency':
        return this.#api.restApi.metricLatency();
      case 'ReadyInTime':
        return this.readyAfter;
      case 'DeliveredInTime':
        return this.deliveredAfter;
    }
  }
}
