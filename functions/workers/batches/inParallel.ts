/**
 * Calls `work` for `items` in their order, at most `limit` at a time, until all items are done or `isOver` returns true. After a failure no
 * more items begin, and the error is thrown when all running calls have ended.
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  isOver: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let failed = false;
  const runner = async (): Promise<void> => {
    for (const item of rest) {
      if (failed || isOver()) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, runner));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
