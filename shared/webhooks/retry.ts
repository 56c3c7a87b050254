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

/** Deliveries that failed together must not retry together: each waits up to a tenth longer. */
const jitter = 0.1;
/** The longest pause that an endpoint may ask for. */
const maxAskedMilliseconds = 24 * hour;
/** Rate limits of endpoints are mostly per minute. */
const minAfterTooManyMilliseconds = minute;

/** The part of an attempt's outcome that decides the next one: a `PostResult`, or one that was cut short. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed' | 'interrupted' };

interface FailedAttempt {
  /** The retries made before, in this run through the schedule. */
  readonly retries: number;
  readonly result: Outcome;
  /** Epoch milliseconds. */
  readonly now: number;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
}

/**
 * Returns the time of the next attempt in epoch milliseconds; null when the schedule is used up. Never earlier than the
 * schedule says. Later when the endpoint asks for it, by up to a day.
 */
export function nextAttemptAt({ retries, result, now, random }: FailedAttempt): number | null {
  const scheduled = retryDelaysMilliseconds[retries];
  if (scheduled === undefined) return null;
  const wait = Math.max(scheduled, askedMilliseconds(result, now));
  const latest = Math.max(scheduled * (1 + jitter), maxAskedMilliseconds);
  return now + Math.floor(Math.min(wait * (1 + jitter * random()), latest));
}

/** Returns the pause that the endpoint asks for; 0 when it does not. */
function askedMilliseconds(result: Outcome, now: number): number {
  if (result.kind !== 'answered') return 0;
  const asked = result.retryAfter === null ? null : retryAfterMilliseconds(result.retryAfter, now);
  const least = result.status === 429 ? minAfterTooManyMilliseconds : 0;
  return Math.max(Math.min(asked ?? 0, maxAskedMilliseconds), least);
}

/** Only a 2xx is a success: a redirect is not followed (Standard Webhooks). */
export const isSuccess = (result: Outcome): boolean =>
  result.kind === 'answered' && result.status >= 200 && result.status < 300;

/** 410 Gone: the endpoint wants nothing more, ever (Standard Webhooks). */
export const disablesEndpoint = (result: Outcome): boolean =>
  result.kind === 'answered' && result.status === 410;
