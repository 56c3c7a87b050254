import type { Bookkeeping } from '../data/table/commit.ts';

/**
 * Makes the caller's answer from `decided`, which the act is about to store. `commit` commits the act together with the caller's
 * bookkeeping, such as the answer that is kept for an `Idempotency-Key`.
 */
export type Answering<T, A> = (
  decided: T,
  commit: (beside: readonly Bookkeeping[]) => Promise<unknown>,
) => Promise<A>;

/** Commits an act for a caller that keeps no answer, and returns the stored value. */
export async function withoutAnswer<T>(
  decided: T,
  commit: (beside: readonly Bookkeeping[]) => Promise<unknown>,
): Promise<T> {
  await commit([]);
  return decided;
}
