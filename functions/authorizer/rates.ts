import type { RateStatus } from '../../shared/access/principal.ts';
import { countRequests, type RequestCounts } from '../../shared/data/callers/rateWindows.ts';
import { nearest, rateStatusOf, windowOf } from '../../shared/http/rateLimit.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { ExceedingCallers } from './exceedingCallers.ts';
import type { Limit } from './limits.ts';

const exceeding = memory(() => new ExceedingCallers(0));

/** Returns the callers over a limit in a window. */
function exceedingIn(window: number): ExceedingCallers {
  if (exceeding.current.window !== window) exceeding.current = new ExceedingCallers(window);
  return exceeding.current;
}

/**
 * Counts a request under each of some limits, in their order. Returns the status of the limit with the fewest requests left, or of the one
 * that the request exceeds. A caller over a limit is refused until the window ends. Refused requests are not counted and cost no write.
 */
export async function countedRate(
  [first, ...others]: readonly [Limit, ...Limit[]],
  isCreation: boolean,
  now: number,
): Promise<RateStatus> {
  const window = windowOf(now);
  const statusOf = ({ limits }: Limit, counts: RequestCounts) =>
    rateStatusOf(window, isCreation, counts, limits);
  const remembered = exceedingIn(window);
  for (const limit of [first, ...others]) {
    const known = remembered.countsOf(limit.name);
    const lasting = known && statusOf(limit, known);
    if (lasting?.exceeded) return lasting;
  }

  const count = async (limit: Limit): Promise<RateStatus> => {
    const counts = await countRequests(limit.name, window, { requests: 1, creates: isCreation ? 1 : 0 });
    const status = statusOf(limit, counts);
    if (status.exceeded) remembered.remember(limit.name, counts);
    return status;
  };
  let status = await count(first);
  for (const limit of others) if (!status.exceeded) status = nearest(status, await count(limit));
  return status;
}
