import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Api } from '../api/api.ts';
import type { Workers } from '../functions/workers.ts';
import type { Data } from '../resources/data.ts';
import type { Queues } from '../resources/queues.ts';
import type { Indicators } from './indicators.ts';
import { type ObjectiveName, objectives } from './objectives.ts';
import { ageOf, deadLettersOf, fiveMinutes } from './watchedMetrics.ts';

interface DashboardProps {
  readonly api: Api;
  readonly data: Data;
  readonly queues: Queues;
  readonly workers: Workers;
  readonly indicators: Indicators;
}

/** A graph takes a third or a half of CloudWatch's width of 24 units. */
const third = 8;
const half = 12;

/** One dashboard with the objectives, the latencies, the queues and the cost drivers. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { api, data, queues, workers, indicators }: DashboardProps) {
    super(scope, id);
    const { restApi } = api;
    const dashboard = new cloudwatch.Dashboard(this, 'Page', { defaultInterval: Duration.hours(12) });
    const runs = Object.entries(workers.functions);
    const sum = { ...fiveMinutes, statistic: 'Sum' };
    const percentiles = (metric: cloudwatch.Metric, label: string) =>
      ['p50', 'p99'].map((statistic) =>
        metric.with({ ...fiveMinutes, statistic, label: `${label} ${statistic}` }),
      );

    const graph = (
      title: string,
      width: number,
      left: cloudwatch.IMetric[],
      right: cloudwatch.IMetric[] = [],
    ) => new cloudwatch.GraphWidget({ title, width, left, right });

    dashboard.addWidgets(
      ...(Object.keys(objectives) as ObjectiveName[]).map(
        (name) =>
          new cloudwatch.GraphWidget({
            title: `Missed: ${objectives[name].target * 100} % of ${objectives[name].promise}`,
            width: 6,
            left: [indicators.missed(name, Duration.hours(1), 1)],
            leftYAxis: { min: 0 },
            leftAnnotations: [{ value: 1 - objectives[name].target, label: 'allowed' }],
          }),
      ),
    );
    dashboard.addWidgets(
      graph('Requests', third, [
        restApi.metricCount(fiveMinutes),
        restApi.metricClientError(sum),
        restApi.metricServerError(sum),
      ]),
      graph('Latency of requests', third, percentiles(restApi.metricLatency(), 'latency')),
      graph('Time from upload to ready, and from change to first attempt', third, [
        ...percentiles(indicators.readyAfter, 'ready'),
        ...percentiles(indicators.deliveredAfter, 'attempted'),
      ]),
    );
    dashboard.addWidgets(
      graph(
        'Slowest hundredth of each operation and worker',
        half,
        [...api.functions, ...runs].map(([name, handler]) =>
          handler.metricDuration({ ...fiveMinutes, statistic: 'p99', label: name }),
        ),
      ),
      graph(
        'Errors and throttles',
        half,
        [...api.functions, ...runs].map(([name, handler]) => handler.metricErrors({ ...sum, label: name })),
        runs.map(([name, handler]) => handler.metricThrottles({ ...sum, label: `${name} throttled` })),
      ),
    );
    const each = Object.entries(queues);
    dashboard.addWidgets(
      graph(
        'Messages that wait',
        third,
        each.map(([label, { queue }]) =>
          queue.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, label }),
        ),
      ),
      graph(
        'Age of the oldest message',
        third,
        each.map(([label, queue]) => ageOf(queue).with({ label })),
      ),
      graph(
        'Dead letters',
        third,
        each.map(([label, queue]) => deadLettersOf(queue).with({ label })),
      ),
    );
    dashboard.addWidgets(
      graph('Cost drivers: calls', third, [
        restApi.metricCount({ ...fiveMinutes, label: 'requests' }),
        ...runs.map(([name, handler]) => handler.metricInvocations({ ...sum, label: name })),
      ]),
      graph('Cost drivers: DynamoDB', third, [
        data.table.metricConsumedReadCapacityUnits(sum),
        data.table.metricConsumedWriteCapacityUnits(sum),
      ]),
      graph('Cost drivers: stored files', third, [
        new cloudwatch.Metric({
          namespace: 'AWS/S3',
          metricName: 'BucketSizeBytes',
          dimensionsMap: { BucketName: data.bucket.bucketName, StorageType: 'StandardStorage' },
          // S3 reports this metric once a day.
          period: Duration.days(1),
          statistic: 'Average',
        }),
      ]),
    );
  }
}
