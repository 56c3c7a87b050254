import * as z from 'zod/mini';
import type { TemplateReader } from './templateReader.ts';

const dimensionsSchema = z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []);
const metricSchema = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: dimensionsSchema,
});
export type Metric = z.output<typeof metricSchema>;
const identity = { Id: z.string(), ReturnData: z._default(z.boolean(), true) };
const querySchema = z.union([
  z.object({ ...identity, Expression: z.string() }),
  z.object({
    ...identity,
    MetricStat: z.object({ Metric: metricSchema, Period: z.number(), Stat: z.string() }),
  }),
]);
const comparisons = [
  'GreaterThanOrEqualToThreshold',
  'GreaterThanThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
] as const;
const alarmSchema = z.object({
  AlarmDescription: z._default(z.string(), ''),
  ComparisonOperator: z.enum(comparisons),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.optional(z.number()),
  TreatMissingData: z._default(z.enum(['breaching', 'notBreaching', 'missing']), 'missing'),
  Metrics: z.optional(z.array(querySchema)),
  Namespace: z.optional(z.string()),
  MetricName: z.optional(z.string()),
  Dimensions: dimensionsSchema,
  Period: z.optional(z.number()),
  Statistic: z.optional(z.string()),
  ExtendedStatistic: z.optional(z.string()),
});

/** A metric's statistic, or an expression over other queries of the same alarm. */
export type MetricQuery = z.output<typeof querySchema>;
export type AlarmDefinition = ReturnType<typeof readAlarms>[number];

export const readAlarms = (reader: TemplateReader) =>
  reader.read('AWS::CloudWatch::Alarm', alarmSchema).map(({ logicalId, properties }) => ({
    ...properties,
    name: reader.names.physicalName(logicalId),
    arn: reader.names.attribute(logicalId, 'Arn') ?? '',
    Metrics: properties.Metrics ?? [queryOf(properties)],
  }));

/** Returns the query of an alarm that watches a single metric. The alarm itself has the properties of the query. */
const queryOf = (properties: z.output<typeof alarmSchema>): MetricQuery => ({
  Id: 'only',
  ReturnData: true,
  MetricStat: {
    Metric: {
      Namespace: properties.Namespace ?? '',
      MetricName: properties.MetricName ?? '',
      Dimensions: properties.Dimensions,
    },
    Period: properties.Period ?? 0,
    Stat: properties.Statistic ?? properties.ExtendedStatistic ?? '',
  },
});

const compositeSchema = z.object({ AlarmDescription: z._default(z.string(), ''), AlarmRule: z.string() });

export type CompositeAlarmDefinition = ReturnType<typeof readCompositeAlarms>[number];

export const readCompositeAlarms = (reader: TemplateReader) =>
  reader.read('AWS::CloudWatch::CompositeAlarm', compositeSchema).map(({ logicalId, properties }) => ({
    name: reader.names.physicalName(logicalId),
    description: properties.AlarmDescription,
    rule: properties.AlarmRule,
  }));

const filterSchema = z.object({
  LogGroupName: z.string(),
  FilterPattern: z.string(),
  MetricTransformations: z.array(
    z.object({ MetricNamespace: z.string(), MetricName: z.string(), MetricValue: z.string() }),
  ),
});

/** Reads the metric filters that take their value from a field of log lines. Throws for other metric filters. */
export const readLogMetrics = (reader: TemplateReader) =>
  reader.read('AWS::Logs::MetricFilter', filterSchema).flatMap(({ logicalId, properties }) => {
    const { LogGroupName: logGroup, FilterPattern, MetricTransformations } = properties;
    const [, field] = /^\{ \$\.(\w+) = "?\*"? \}$/.exec(FilterPattern) ?? [];
    return MetricTransformations.map(({ MetricNamespace: Namespace, MetricName, MetricValue }) => {
      if (field === undefined || MetricValue !== `$.${field}`)
        throw new Error(
          `${logicalId}: the local host supports only metric filters for a field that exists, with its value.`,
        );
      return { logGroup, field, metric: { Namespace, MetricName, Dimensions: [] } };
    });
  });
