import { setTimeout as pause } from 'node:timers/promises';

/** Something else changed an item in between: load again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Resolves like a commit, but with undefined when it conflicts: for work that somebody else has done then. */
export const unlessConflict = <T>(commit: Promise<T>): Promise<T | undefined> =>
  commit.catch((error: unknown) => {
    if (error instanceof ConflictError) return undefined;
    throw error;
  });

/** A pause is at most this many attempts long, so that failed attempts do not keep a busy machine busy. */
const attemptsAPause = 20;
const longestPauseMilliseconds = 1000;

export interface RetryOptions {
  /** After this time, an answer helps a client more than waiting. Default: 5000 */
  readonly patienceMilliseconds?: number;
  /** The id of the changed item. Attempts to change it take turns within a process. Default: they do not */
  readonly item?: string;
}

/** No client waits for a worker, and a worker that gives up has much to repeat. */
export const patientWorker: RetryOptions = { patienceMilliseconds: 10_000 };

/**
 * Runs load, guard and commit again, at least once, when something else changed the same items in between. A random pause comes
 * before each retry. Each pause is shorter than the one before, so that the oldest change comes first: with pauses that grow, the
 * newest of sixteen clients overtakes all others. (`npm run bench -- contention` measures it.) Throws the ConflictError when the
 * patience is over.
 */
export async function retryOnConflict<T>(
  run: () => Promise<T>,
  { patienceMilliseconds = 5000, item }: RetryOptions = {},
): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt++) {
    let startedAt = 0;
    const start = () => {
      startedAt = Date.now();
      return run();
    };
    try {
      return await (item === undefined ? start() : inTurn(item, deadline, start));
    } catch (error) {
      const now = Date.now();
      if (!(error instanceof ConflictError) || (attempt > 1 && now >= deadline)) throw error;
      const longest = Math.min((now - startedAt) * attemptsAPause, longestPauseMilliseconds) / attempt ** 2;
      await pause(((1 + 2 * Math.random()) / 3) * Math.max(Math.min(longest, deadline - now), 0));
    }
  }
}

/** Retries like `retryOnConflict`, for an item that many clients may change at the same time. */
export const retryInTurn = <T>(item: string, run: () => Promise<T>): Promise<T> =>
  retryOnConflict(run, { item });

/** By the id of an item: resolves when the newest attempt of this process to change the item has ended. */
const newestAttempts = new Map<string, Promise<void>>();

/**
 * Starts an attempt when the attempt before it has ended, or at the deadline. Of attempts at the same time only one can succeed, and
 * the others slow it down: a local host runs sixteen invocations of a function in one thread. On Lambda, an execution environment
 * has one invocation at a time. Attempts conflict with those of other environments only, and the pauses decide which comes first.
 */
async function inTurn<T>(item: string, deadline: number, start: () => Promise<T>): Promise<T> {
  const before = newestAttempts.get(item);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  newestAttempts.set(item, ended);
  try {
    if (before) await Promise.race([before, pause(deadline - Date.now())]);
    return await start();
  } finally {
    if (newestAttempts.get(item) === ended) newestAttempts.delete(item);
    end();
  }
}
