import { setTimeout as delay } from 'node:timers/promises';

/** The number of items that are claimed together. If a worker is killed, its claimed items may be attempted twice. */
const groupSize = 10;
/** While claimed items wait, an outcome is recorded at the latest after this time, together with the outcomes that came meanwhile. */
const recordWithinMilliseconds = 100;
/** When no claimed item waits, an outcome is recorded after this time. */
const lingerMilliseconds = 5;

/** The steps of a worker with its items. */
interface Steps<T, R> {
  /** Stores which items will be attempted next. Resolves with false if the items now belong to another worker. */
  claim(items: readonly T[]): Promise<boolean>;
  attempt(item: T): Promise<R>;
  record(results: readonly R[]): Promise<void>;
}

/**
 * Attempts items in their order, at most `limit` at a time, until all items are done or `isOver` returns true. Items are claimed and
 * recorded in groups, while other items are attempted. At most `limit` claimed items wait. Attempts that began are always recorded. After a
 * failed step no more items begin, and the first error is thrown when all running attempts have ended. Resolves with false if the items now
 * belong to another worker.
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
