import { type ActorId, ulidOf } from '../../shared/contract/identifiers.ts';
import type { RequestCounts } from '../../shared/data/callers/rateWindows.ts';
import { environment } from '../../shared/runtime/environment.ts';

const requests = environment('rateLimitRequests');
const creates = environment('rateLimitCreates');
const searches = environment('rateLimitSearches');

/** The requests in a minute that count under one name, and their limits. */
export interface Limit {
  readonly name: string;
  readonly limits: RequestCounts;
}

/** Returns a multiple of the limits that one credential has in a minute. */
export const limitsTimes = (factor: number): RequestCounts => ({
  requests: factor * Number(requests()),
  creates: factor * Number(creates()),
});

/** Returns the limit of the searches of a person or a service account with all credentials together. A search is no POST. */
export const searchesOf = (userId: ActorId): Limit => ({
  name: `searches:${ulidOf(userId)}`,
  limits: { requests: Number(searches()), creates: 0 },
});
