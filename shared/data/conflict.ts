import { pause } from './pause.ts';

/** Something else changed an item in between: load again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** A change is tried again for this long. */
const patienceMilliseconds = 5000;
/**
 * The longest pause after the first conflict. Each further pause is shorter, so that the change that has waited longest comes
 * first: with pauses that grow, the newest of sixteen clients overtakes all others, and a change in a hundred takes 1.5 s
 * instead of 0.65 s (simulated; measured by `npm run bench -- contention`).
 */
const firstPauseMilliseconds = 400;

/**
 * Runs load, guard and commit again when something else changed the same items in between, after a random pause. Throws the
 * ConflictError after 5 seconds.
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ConflictError) || Date.now() > deadline) throw error;
      await pause((Math.random() * firstPauseMilliseconds) / attempt);
    }
  }
}
