import { setTimeout as delay } from 'node:timers/promises';

/** At most so many are claimed at a time, and may have to be repeated when a worker is killed. */
const groupSize = 10;
/** The outcome of an attempt is recorded after this long, together with what ended meanwhile ... */
const recordWithinMilliseconds = 100;
/** ... and after this long when nothing that is claimed is left to begin. */
const lingerMilliseconds = 5;

/** The steps that a worker takes with its items. */
interface Steps<T, R> {
  /** Makes it known which items are being attempted, before they are. Resolves with false when they are not its own any more. */
  claim(items: readonly T[]): Promise<boolean>;
  attempt(item: T): Promise<R>;
  record(results: readonly R[]): Promise<void>;
}

/**
 * Attempts items in their order, up to `limit` at the same time, until all are done or `isOver`; what has begun is recorded in
 * any case. Items are claimed and recorded in groups, while others are under way; no more than `limit` wait that are claimed. When a step fails no other items begin, and
 * the first error is thrown once all that had begun have ended. Resolves with false when its items were lost.
 */
export async function attemptInGroups<T, R>(
  items: readonly T[],
  limit: number,
  isOver: () => boolean,
  { claim, attempt, record }: Steps<T, R>,
): Promise<boolean> {
  const waiting = [...items];
  const claimable = Math.min(groupSize, 2 * limit);
  let claimed: T[] = [];
  const open = new Map<T, Promise<void>>();
  let ended: { readonly item: T; readonly result: R }[] = [];
  const errors: unknown[] = [];
  let isLost = false;
  const mustStop = () => isLost || errors.length > 0 || isOver();
  const fail = (error: unknown) => void errors.push(error);

  const begin = () => {
    if (mustStop()) claimed = [];
    for (const item of claimed.splice(0, limit - open.size)) open.set(item, run(item));
  };
  const run = async (item: T): Promise<void> => {
    try {
      const result = await attempt(item);
      ended.push({ item, result });
    } catch (error) {
      fail(error);
    }
    open.delete(item);
    begin();
  };
  /** Waits until there is a group to record. */
  const groupEnded = async (): Promise<void> => {
    let recordAt = Number.POSITIVE_INFINITY;
    while (open.size > 0) {
      const now = performance.now();
      const patience = claimed.length > 0 ? recordWithinMilliseconds : lingerMilliseconds;
      if (ended.length > 0) recordAt = Math.min(recordAt, now + patience);
      if (recordAt <= now) return;
      const time = Number.isFinite(recordAt) ? [delay(recordAt - now)] : [];
      await Promise.race([...open.values(), ...time]);
    }
  };

  do {
    await groupEnded();
    const group = ended;
    ended = [];
    const next = mustStop() ? [] : waiting.splice(0, claimable - open.size - claimed.length);
    const all = [...group.map(({ item }) => item), ...open.keys(), ...claimed, ...next];
    const [isMine = false] = await Promise.all([
      next.length > 0 ? claim(all).catch(fail) : true,
      record(group.map(({ result }) => result)).catch(fail),
    ]);
    if (!isMine) isLost = true;
    claimed.push(...next);
    begin();
  } while (open.size > 0 || ended.length > 0 || (waiting.length > 0 && !mustStop()));
  if (errors.length > 0) throw errors[0];
  return !isLost;
}
