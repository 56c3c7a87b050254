import { pause } from './pause.ts';

/** Something else changed an item in between: load again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Pauses are at most this many attempts long, so that a busy machine is not kept busy by attempts in vain. */
const attemptsAPause = 20;
const longestPauseMilliseconds = 1000;

export interface RetryOptions {
  /** A client that is answered then can do something better than wait. Default: 5000 */
  readonly patienceMilliseconds?: number;
}

/** Workers have nobody waiting for them, and much to do again when they give up. */
export const patientWorker: RetryOptions = { patienceMilliseconds: 10_000 };

/**
 * Runs load, guard and commit again when something else changed the same items in between, once at least, after a random
 * pause. Each pause is shorter than the one before, so that the change that has waited longest comes first: with pauses that
 * grow, the newest of sixteen clients overtakes all others. (Simulated for machines of different speeds;
 * `npm run bench -- contention` measures it.) Throws the ConflictError when the patience is over.
 */
export async function retryOnConflict<T>(
  run: () => Promise<T>,
  { patienceMilliseconds = 5000 }: RetryOptions = {},
): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt++) {
    const startedAt = Date.now();
    try {
      return await run();
    } catch (error) {
      const now = Date.now();
      if (!(error instanceof ConflictError) || (attempt > 1 && now >= deadline)) throw error;
      const longest = Math.min((now - startedAt) * attemptsAPause, longestPauseMilliseconds) / attempt ** 2;
      await pause(((1 + 2 * Math.random()) / 3) * Math.max(Math.min(longest, deadline - now), 0));
    }
  }
}
