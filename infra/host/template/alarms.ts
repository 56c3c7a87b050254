import * as z from 'zod/mini';
import type { AlarmDefinition, CompositeAlarmDefinition, LogMetricDefinition, MetricQuery } from './model.ts';
import type { TemplateReader } from './templateReader.ts';

const dimensionsSchema = z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []);
const metricSchema = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: dimensionsSchema,
});
const querySchema = z.object({
  Id: z.string(),
  ReturnData: z._default(z.boolean(), true),
  Expression: z.optional(z.string()),
  MetricStat: z.optional(z.object({ Metric: metricSchema, Period: z.number(), Stat: z.string() })),
});
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
type AlarmProperties = z.infer<typeof alarmSchema>;

export const readAlarms = (reader: TemplateReader): AlarmDefinition[] =>
  reader.read('AWS::CloudWatch::Alarm', alarmSchema).map(({ logicalId, properties }) => {
    const { Metrics: given = [queryOf(properties)], EvaluationPeriods: evaluationPeriods } = properties;
    return {
      name: reader.names.physicalName(logicalId),
      arn: reader.names.attribute(logicalId, 'Arn') ?? '',
      description: properties.AlarmDescription,
      comparison: properties.ComparisonOperator,
      threshold: properties.Threshold,
      evaluationPeriods,
      datapointsToAlarm: properties.DatapointsToAlarm ?? evaluationPeriods,
      treatMissingData: properties.TreatMissingData,
      periodSeconds: Math.max(...given.map(({ MetricStat }) => MetricStat?.Period ?? 0)),
      queries: given.map(readQuery),
      returned: given.find(({ ReturnData }) => ReturnData)?.Id ?? '',
    };
  });

/** An alarm of one metric has it among its own properties. */
const queryOf = (properties: AlarmProperties): z.infer<typeof querySchema> => ({
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

function readQuery({
  Id: id,
  Expression: expression,
  MetricStat: stat,
}: z.infer<typeof querySchema>): MetricQuery {
  if (expression !== undefined) return { id, expression };
  if (!stat) throw new Error(`An alarm's metric ${id} has neither an expression nor a statistic.`);
  const { Namespace: namespace, MetricName: name, Dimensions } = stat.Metric;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { id, metric: { namespace, name, dimensions }, statistic: stat.Stat };
}

const compositeSchema = z.object({ AlarmDescription: z._default(z.string(), ''), AlarmRule: z.string() });

export const readCompositeAlarms = (reader: TemplateReader): CompositeAlarmDefinition[] =>
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

/** Reads the filters that make a metric of a field which lines may have. Throws for others. */
export const readLogMetrics = (reader: TemplateReader): LogMetricDefinition[] =>
  reader.read('AWS::Logs::MetricFilter', filterSchema).flatMap(({ logicalId, properties }) => {
    const { LogGroupName: logGroup, FilterPattern, MetricTransformations } = properties;
    const [, field] = /^\{ \$\.(\w+) = "?\*"? \}$/.exec(FilterPattern) ?? [];
    return MetricTransformations.map(({ MetricNamespace, MetricName, MetricValue }) => {
      if (field === undefined || MetricValue !== `$.${field}`)
        throw new Error(
          `${logicalId}: the local host makes metrics of a field that is there, and of its value.`,
        );
      return { logGroup, field, metric: { namespace: MetricNamespace, name: MetricName, dimensions: {} } };
    });
  });
