import type { RateStatus } from '../../shared/access/principal.ts';
import { countRequests, type RequestCounts } from '../../shared/data/callers/rateWindows.ts';
import { rateStatusOf, windowOf } from '../../shared/http/rateLimit.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { ExceedingCallers } from './exceedingCallers.ts';
import { limitsTimes } from './limits.ts';

const exceeding = memory(() => new ExceedingCallers(0));

/**
 * Counts a request and returns the status of its caller's limit. A caller over a limit is refused until the window ends. Refused requests
 * are not counted and cost no write.
 */
export async function countedRate(name: string, isCreation: boolean, now: number): Promise<RateStatus> {
  const window = windowOf(now);
  const statusOf = (counts: RequestCounts) => rateStatusOf(window, isCreation, counts, limitsTimes(1));

  if (exceeding.current.window !== window) exceeding.current = new ExceedingCallers(window);
  const remembered = exceeding.current;
  const known = remembered.countsOf(name);
  const lasting = known && statusOf(known);
  if (lasting?.exceeded) return lasting;

  const counts = await countRequests(name, window, { requests: 1, creates: isCreation ? 1 : 0 });
  const status = statusOf(counts);
  if (status.exceeded) remembered.remember(name, counts);
  return status;
}
