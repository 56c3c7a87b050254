import { tooEarly } from '../access/errors.ts';
import type { RateStatus } from '../access/principal.ts';

/** The requests counted so far in a calendar minute. */
interface RateCounts {
  readonly requests: number;
  /** The POST requests among all requests. */
  readonly creates: number;
}

const windowSeconds = 60;

/** Returns the number of the calendar minute of a time. This minute is the window for every caller. */
export const windowOf = (epochMilliseconds: number): number =>
  Math.floor(epochMilliseconds / (windowSeconds * 1000));

/**
 * Returns the state of the limit with the fewest requests left, after a request was counted. A POST counts against both limits. Any other
 * request counts only against the limit for requests.
 */
export function rateStatusOf(
  window: number,
  isCreation: boolean,
  counts: RateCounts,
  limits: RateCounts,
): RateStatus {
  const remaining = { requests: limits.requests - counts.requests, creates: limits.creates - counts.creates };
  const closest = isCreation && remaining.creates < remaining.requests ? 'creates' : 'requests';
  return {
    limit: limits[closest],
    remaining: Math.max(remaining[closest], 0),
    resets_at_seconds: (window + 1) * windowSeconds,
    exceeded: remaining[closest] < 0,
  };
}

/** Returns the status with the fewest requests left, or the one that is exceeded. */
export const nearest = (one: RateStatus, other: RateStatus): RateStatus => {
  if (one.exceeded !== other.exceeded) return one.exceeded ? one : other;
  return other.remaining < one.remaining ? other : one;
};

/** Returns the status for a lower limit. The request has been counted already, and is not counted again. */
export function narrowed(rate: RateStatus, fewer: number): RateStatus {
  if (fewer >= rate.limit) return rate;
  const remaining = fewer - (rate.limit - rate.remaining);
  return { ...rate, limit: fewer, remaining: Math.max(remaining, 0), exceeded: remaining < 0 };
}

/** The headers of specification section 8. */
export const rateHeaders = ({ limit, remaining, resets_at_seconds }: RateStatus): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resets_at_seconds),
});

/** Throws 429 if the limit is exceeded, with the seconds until the window ends (at least one). */
export function enforceRateLimit({ exceeded, limit, resets_at_seconds }: RateStatus, now: number): void {
  if (!exceeded) return;
  const seconds = Math.max(Math.ceil(resets_at_seconds - now / 1000), 1);
  throw tooEarly(
    `More than ${limit} requests of this kind in this minute. Try again in ${seconds} s.`,
    seconds,
  );
}
