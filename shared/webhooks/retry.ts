import { retryAfterMilliseconds } from './retryAfter.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after failed attempts, about three days in all: the schedule of Standard Webhooks. */
export const retryDelaysMilliseconds: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Each delivery waits up to a tenth longer, so that deliveries that failed together do not retry together. */
const jitter = 0.1;
/** The longest pause that an endpoint may request. */
const maxAskedMilliseconds = 24 * hour;
/** The shortest pause after a 429. Most rate limits of endpoints count by the minute. */
const minAfterTooManyMilliseconds = minute;

/** The part of an attempt's outcome that decides about the next attempt: a `PostResult`, or an interruption. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed' | 'interrupted' };

interface FailedAttempt {
  /** The number of earlier retries in this run of the schedule. */
  readonly retries: number;
  readonly result: Outcome;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Returns a number from 0 to below 1, like `Math.random`. */
  readonly random: () => number;
}

/**
 * Returns the time of the next attempt in epoch milliseconds; null when the schedule is used up. It is never earlier than the schedule. An
 * endpoint may request a pause of up to a day.
 */
export function nextAttemptAt({ retries, result, now, random }: FailedAttempt): number | null {
  const scheduled = retryDelaysMilliseconds[retries];
  if (scheduled === undefined) return null;
  const wait = Math.max(scheduled, askedMilliseconds(result, now));
  const latest = Math.max(scheduled * (1 + jitter), maxAskedMilliseconds);
  return now + Math.floor(Math.min(wait * (1 + jitter * random()), latest));
}

/** Returns the pause that the endpoint requests; 0 if it requests none. */
function askedMilliseconds(result: Outcome, now: number): number {
  if (result.kind !== 'answered') return 0;
  const asked = result.retryAfter === null ? null : retryAfterMilliseconds(result.retryAfter, now);
  const least = result.status === 429 ? minAfterTooManyMilliseconds : 0;
  return Math.max(Math.min(asked ?? 0, maxAskedMilliseconds), least);
}

/** Returns whether an attempt succeeded. Only a 2xx status is a success: redirects are not followed (Standard Webhooks). */
export const isSuccess = (result: Outcome): boolean =>
  result.kind === 'answered' && result.status >= 200 && result.status < 300;

/** Returns whether the endpoint wants no more deliveries: it answered 410 Gone (Standard Webhooks). */
export const disablesEndpoint = (result: Outcome): boolean =>
  result.kind === 'answered' && result.status === 410;
