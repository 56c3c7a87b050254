/** The number of days over which objectives are measured. */
export const objectiveDays = 30;

interface Objective {
  /** The share of results that must be good, from 0 to 1. */
  readonly target: number;
  /** The rest of the sentence that begins with "99 % of". */
  readonly promise: string;
  /** The time limit for a good result. Absent for objectives without a time limit. */
  readonly withinMilliseconds?: number;
}

/** The service level objectives. The README of infra describes them. */
export const objectives = {
  Availability: { target: 0.999, promise: 'requests get an answer other than 5XX' },
  Latency: { target: 0.99, promise: 'requests are answered within 2 seconds', withinMilliseconds: 2000 },
  ReadyInTime: {
    target: 0.99,
    promise: 'uploaded files are ready within a minute',
    withinMilliseconds: 60_000,
  },
  DeliveredInTime: {
    target: 0.99,
    promise: 'webhooks are attempted for the first time within a minute of the change',
    withinMilliseconds: 60_000,
  },
} as const satisfies Record<string, Objective>;
export type ObjectiveName = keyof typeof objectives;

/**
 * The error rates that use up the budget of an objective too fast (The Site Reliability Workbook, "Alerting on SLOs"): 14.4 times the
 * allowed rate uses 2 % of the month's budget in one hour, 6 times the allowed rate uses 5 % in six hours. The short window ends the alarm
 * soon after the errors have ended.
 */
export const burnRateWindows = [
  { name: 'Fast', factor: 14.4, longMinutes: 60, shortMinutes: 5 },
  { name: 'Slow', factor: 6, longMinutes: 6 * 60, shortMinutes: 30 },
] as const;

/** Fewer bad results in a window raise no alarm. Without this limit, one bad request of twenty in a night would already be 5 %. */
export const leastBad = 5;
