/** The days over which objectives are held. */
export const objectiveDays = 30;

interface Objective {
  /** The share of all that is to be good. */
  readonly target: number;
  /** What is good, for people: the subject and verb of "99 % of ...". */
  readonly promise: string;
  /** What is slower is not good. Absent where it is not a matter of time. */
  readonly withinMilliseconds?: number;
}

/** What the service promises its operators to notice before its users do. The page of infra says them in words. */
export const objectives = {
  Availability: { target: 0.999, promise: 'requests are answered with something else than 5XX' },
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
 * How fast an objective's budget may burn (The Site Reliability Workbook, "Alerting on SLOs"): at 14.4 times what it allows for
 * an hour, 2 % of the month's budget is gone, at 6 times for six hours 5 %. A short window beside the long one has the alarm end
 * soon after its cause.
 */
export const burnWindows = [
  { name: 'Fast', factor: 14.4, longMinutes: 60, shortMinutes: 5 },
  { name: 'Slow', factor: 6, longMinutes: 6 * 60, shortMinutes: 30 },
] as const;

/** Fewer in a window than this raise no alarm: of twenty requests in a night, one would be 5 %. */
export const leastBad = 5;
