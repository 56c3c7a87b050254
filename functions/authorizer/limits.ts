import type { RequestCounts } from '../../shared/data/callers/rateWindows.ts';
import { environment } from '../../shared/runtime/environment.ts';

const requests = environment('rateLimitRequests');
const creates = environment('rateLimitCreates');

/** Returns a multiple of the limits that one credential has in a minute. */
export const limitsTimes = (factor: number): RequestCounts => ({
  requests: factor * Number(requests()),
  creates: factor * Number(creates()),
});
