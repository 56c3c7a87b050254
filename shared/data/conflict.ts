import { pause } from './pause.ts';

/** Something else changed an item in between: load again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** A change is tried again for this long. A client that is answered then can do something better than wait. */
const patienceMilliseconds = 5000;
/**
 * The longest pause after the first conflict, in attempts. Pauses follow how long an attempt takes, so that a busy machine is
 * not kept busy by attempts in vain. Each further pause is shorter, so that the change that has waited longest comes first:
 * with pauses that grow, the newest of sixteen clients overtakes all others. (Simulated for machines of different speeds;
 * `npm run bench -- contention` measures it.)
 */
const attemptsAPause = 25;

/**
 * Runs load, guard and commit again when something else changed the same items in between, after a random pause. Throws the
 * ConflictError after 5 seconds.
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt++) {
    const startedAt = Date.now();
    try {
      return await run();
    } catch (error) {
      const now = Date.now();
      if (!(error instanceof ConflictError) || now >= deadline) throw error;
      const longestMilliseconds = ((now - startedAt) * attemptsAPause) / attempt;
      await pause(Math.random() * Math.min(longestMilliseconds, deadline - now));
    }
  }
}
