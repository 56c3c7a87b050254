import { ConflictError, commit, type Write } from '../../../shared/data/commit.ts';
import { pause } from '../../../shared/data/pause.ts';

/**
 * For what came of a request: what cannot be recorded has to be sent a second time. Longer than DynamoDB is ever away
 * without making the news.
 */
export const answeredPatienceMilliseconds = 12_000;
/** For anything else: a partition that is throttled has room again within a second or two. */
const patienceMilliseconds = 5000;
const pauseMilliseconds = 500;

/**
 * Commits, and tries again while the store does not answer or throttles. Throws a ConflictError at once, and the last
 * error when the patience is over.
 */
export async function recorded(
  writes: readonly Write[],
  patience: number = patienceMilliseconds,
): Promise<void> {
  const [first, ...others] = writes;
  if (!first) return;
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await commit(first, ...others);
    } catch (error) {
      if (error instanceof ConflictError || Date.now() > deadline) throw error;
      await pause(pauseMilliseconds * (0.5 + Math.random()));
    }
  }
}
