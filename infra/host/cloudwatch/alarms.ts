import type { AlarmDefinition, CompositeAlarmDefinition, MetricQuery } from '../template/alarms.ts';
import { evaluateExpression, evaluateRule } from './expression.ts';
import type { Metrics } from './metrics.ts';

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export interface Alarm {
  readonly name: string;
  readonly description: string;
  readonly state: AlarmState;
  readonly isComposite: boolean;
}

const minuteMilliseconds = 60_000;

const comparisons: Readonly<
  Record<AlarmDefinition['ComparisonOperator'], (a: number, b: number) => boolean>
> = {
  GreaterThanOrEqualToThreshold: (a, b) => a >= b,
  GreaterThanThreshold: (a, b) => a > b,
  LessThanThreshold: (a, b) => a < b,
  LessThanOrEqualToThreshold: (a, b) => a <= b,
};

/**
 * Evaluates a template's alarms over the metrics of this machine as CloudWatch does: an alarm fires when `DatapointsToAlarm` of the last
 * `EvaluationPeriods` values are beyond the threshold. `TreatMissingData` says how missing values count. A new period begins every minute.
 */
export function evaluateAlarms(
  alarms: readonly AlarmDefinition[],
  composites: readonly CompositeAlarmDefinition[],
  metrics: Metrics,
): Alarm[] {
  // Includes the current minute, so that an alarm changes before the minute ends.
  const now = Math.ceil((metrics.now() + 1) / minuteMilliseconds) * minuteMilliseconds;
  const states = new Map(alarms.map((alarm) => [alarm.arn, stateOf(alarm, metrics, now)]));
  return [
    ...alarms.map(
      ({ name, arn, AlarmDescription: description }): Alarm => ({
        name,
        description,
        state: states.get(arn) ?? 'INSUFFICIENT_DATA',
        isComposite: false,
      }),
    ),
    ...composites.map(
      ({ name, description, rule }): Alarm => ({
        name,
        description,
        state: evaluateRule(rule, (arn) => states.get(arn) === 'ALARM') ? 'ALARM' : 'OK',
        isComposite: true,
      }),
    ),
  ];
}

function stateOf(alarm: AlarmDefinition, metrics: Metrics, now: number): AlarmState {
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, TreatMissingData, Metrics } = alarm;
  const periodsSeconds = Metrics.map((query) => ('MetricStat' in query ? query.MetricStat.Period : 0));
  const periodMilliseconds = Math.max(...periodsSeconds) * 1000;
  const returned = Metrics.find(({ ReturnData }) => ReturnData)?.Id ?? '';
  const isBeyond = comparisons[alarm.ComparisonOperator];
  let beyond = 0;
  let known = 0;
  for (let period = 0; period < EvaluationPeriods; period++) {
    const to = now - period * periodMilliseconds;
    const from = to - periodMilliseconds;
    const value = resultOf(returned, Metrics, metrics, from, to);
    // Periods before the host's start do not count as missing data.
    const isMissed = value === undefined && from >= metrics.sinceMilliseconds;
    if (value !== undefined || (isMissed && TreatMissingData !== 'missing')) known += 1;
    if (value !== undefined ? isBeyond(value, alarm.Threshold) : isMissed && TreatMissingData === 'breaching')
      beyond += 1;
  }
  if (beyond >= DatapointsToAlarm) return 'ALARM';
  return known > 0 || TreatMissingData === 'notBreaching' ? 'OK' : 'INSUFFICIENT_DATA';
}

function resultOf(
  id: string,
  queries: readonly MetricQuery[],
  metrics: Metrics,
  from: number,
  to: number,
): number | undefined {
  const query = queries.find((each) => each.Id === id);
  if (!query) throw new Error(`The expression of an alarm names ${id}, which the alarm does not define.`);
  if ('Expression' in query)
    return evaluateExpression(query.Expression, (other) => resultOf(other, queries, metrics, from, to));
  return metrics.series(query.MetricStat.Metric).statistic(query.MetricStat.Stat, from, to);
}
