import type { Bookkeeping } from '../data/table/commit.ts';

/**
 * Lets the caller of an act answer with what the act is about to store. `commit` commits the act together with the caller's own
 * bookkeeping: the answer that is kept for an `Idempotency-Key`.
 */
export type Answering<T, A> = (
  decided: T,
  commit: (beside: readonly Bookkeeping[]) => Promise<unknown>,
) => Promise<A>;

/** For callers that keep no answer: commits the act, and returns what was stored. */
export async function withoutAnswer<T>(
  decided: T,
  commit: (beside: readonly Bookkeeping[]) => Promise<unknown>,
): Promise<T> {
  await commit([]);
  return decided;
}
