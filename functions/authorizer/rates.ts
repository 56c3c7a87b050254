import { countRequest, type RequestCounts } from '../../shared/data/rateWindows.ts';
import { environment } from '../../shared/environment.ts';
import type { RateStatus } from '../../shared/http/principal.ts';
import { rateStatusOf, windowOf } from '../../shared/http/rateLimit.ts';

const requests = environment('rateLimitRequests');
const creates = environment('rateLimitCreates');

/** Bounds the memory that many callers take, each of whom has exceeded a limit: about a megabyte. */
const maxRemembered = 10_000;
/** The callers over a limit in a window, with their counts. */
let exceeding = { window: 0, counts: new Map<string, RequestCounts>() };

/**
 * Counts a request and returns how far its caller is from the limit. Who was over a limit once is so until the window ends:
 * their requests that are refused for it are not counted any more, and cost no write.
 */
export async function countedRate(name: string, isCreation: boolean, now: number): Promise<RateStatus> {
  const window = windowOf(now);
  const limits = { requests: Number(requests()), creates: Number(creates()) };
  const statusOf = (counts: RequestCounts) => rateStatusOf(window, isCreation, counts, limits);

  if (exceeding.window !== window) exceeding = { window, counts: new Map() };
  const { counts: remembered } = exceeding;
  const known = remembered.get(name);
  const lasting = known && statusOf(known);
  if (lasting?.exceeded) return lasting;

  const counts = await countRequest(name, window, isCreation);
  const status = statusOf(counts);
  if (status.exceeded && (known || remembered.size < maxRemembered)) remembered.set(name, counts);
  return status;
}
