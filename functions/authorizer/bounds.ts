import type { RateStatus } from '../../shared/access/principal.ts';
import { type ActorId, type OrganizationId, ulidOf } from '../../shared/contract/identifiers.ts';
import { countRequests, type RequestCounts } from '../../shared/data/callers/rateWindows.ts';
import { rateStatusOf, windowOf } from '../../shared/http/rateLimit.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { log } from '../../shared/runtime/log.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { type Limit, limitsTimes } from './limits.ts';

const personFactor = environment('rateLimitPersonFactor');
const organizationFactor = environment('rateLimitOrganizationFactor');

/** A process stores its count of a person or an organization after this many requests. */
export const sampleSize = 50;
/** Limits the memory for counts to about two megabytes. Callers above this number are not counted. */
const maxRemembered = 10_000;

/** The requests that a person or an organization may make in a minute with all credentials together. */
export type Bound = Limit;

/** Returns the bounds of a caller. A service account has no bound of its own: its requests count for its organization. */
export function boundsOf(userId: ActorId, organizationId: OrganizationId | null): readonly Bound[] {
  const bound = (kind: string, id: ActorId | OrganizationId, factor: () => string): Bound => ({
    name: `${kind}:${ulidOf(id)}`,
    limits: limitsTimes(Number(factor())),
  });
  return [
    ...(userId.startsWith('user_') ? [bound('person', userId, personFactor)] : []),
    ...(organizationId === null ? [] : [bound('organization', organizationId, organizationFactor)]),
  ];
}

/** The requests of one minute that this process knows. The counts never exceed the requests that were made. */
interface Known {
  counts: RequestCounts;
  /** Requests that this process has not stored yet. */
  unwritten: RequestCounts;
}

const none: RequestCounts = { requests: 0, creates: 0 };

const sum = (a: RequestCounts, b: RequestCounts): RequestCounts => ({
  requests: a.requests + b.requests,
  creates: a.creates + b.creates,
});

const remembered = memory(() => ({ window: 0, known: new Map<string, Known>() }));

/**
 * Returns the counts of a minute. Requests of an earlier minute are not counted, so that they do not reduce the limit of the current
 * minute.
 */
function knownIn(window: number): Map<string, Known> {
  if (window > remembered.current.window) remembered.current = { window, known: new Map() };
  return window === remembered.current.window ? remembered.current.known : new Map();
}

const one = (isCreation: boolean): RequestCounts => ({ requests: 1, creates: isCreation ? 1 : 0 });

/** Returns the first bound that one more request would exceed by the counts of this process; undefined if there is none. */
export function exceededBound(
  bounds: readonly Bound[],
  isCreation: boolean,
  now: number,
): RateStatus | undefined {
  const window = windowOf(now);
  const known = knownIn(window);
  return bounds
    .map(({ name, limits }) => {
      const counts = sum(known.get(name)?.counts ?? none, one(isCreation));
      return rateStatusOf(window, isCreation, counts, limits);
    })
    .find(({ exceeded }) => exceeded);
}

/**
 * Counts a request against its bounds, and returns the bound that it exceeds; undefined if it passes. A request that exceeds a bound does
 * not count for the other bounds, so that it does not reduce the limits of other callers. The stored counts never exceed the requests made,
 * so no request is refused too early. Each process may allow 49 requests too many.
 */
export async function countedBounds(
  bounds: readonly Bound[],
  isCreation: boolean,
  now: number,
): Promise<RateStatus | undefined> {
  const exceeded = exceededBound(bounds, isCreation, now);
  if (exceeded) return exceeded;
  const window = windowOf(now);
  const known = knownIn(window);
  const statuses = await Promise.all(
    bounds.map(({ name, limits }) => counted({ name, limits }, known, window, isCreation)),
  );
  return statuses.find((status) => status?.exceeded);
}

async function counted(
  { name, limits }: Bound,
  known: Map<string, Known>,
  window: number,
  isCreation: boolean,
): Promise<RateStatus | undefined> {
  const caller = known.get(name) ?? { counts: none, unwritten: none };
  if (known.size < maxRemembered) known.set(name, caller);
  caller.counts = sum(caller.counts, one(isCreation));
  caller.unwritten = sum(caller.unwritten, one(isCreation));
  if (caller.unwritten.requests < sampleSize) return undefined;
  const sample = caller.unwritten;
  caller.unwritten = none;
  const stored = await written(name, window, sample);
  if (!stored) return undefined;
  caller.counts = atLeast(caller.counts, sum(stored, caller.unwritten));
  return rateStatusOf(window, isCreation, stored, limits);
}

const atLeast = (a: RequestCounts, b: RequestCounts): RequestCounts => ({
  requests: Math.max(a.requests, b.requests),
  creates: Math.max(a.creates, b.creates),
});

/** Never throws: no request fails because a sample was not written. */
const written = (name: string, window: number, sample: RequestCounts): Promise<RequestCounts | undefined> =>
  countRequests(name, window, sample).catch((error: unknown) => {
    log.info('sample of requests not counted', { name, reason: String(error) });
    return undefined;
  });
