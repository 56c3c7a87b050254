import { setTimeout as pause } from 'node:timers/promises';

/** The error of a commit when another commit has changed an item. The caller loads and decides again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Returns the result of a commit; undefined when it conflicts. Use it for work that is done when another process has committed it. */
export const unlessConflict = <T>(commit: Promise<T>): Promise<T | undefined> =>
  commit.catch((error: unknown) => {
    if (error instanceof ConflictError) return undefined;
    throw error;
  });

/** A pause is at most as long as this number of attempts. So failed attempts do not add much load to a busy machine. */
const attemptsAPause = 20;
const longestPauseMilliseconds = 1000;

export interface RetryOptions {
  /** The time for retries, after which the client gets an error. Default: 5000 */
  readonly patienceMilliseconds?: number;
  /** The id of the changed item. Attempts to change it take turns within a process. Default: they do not */
  readonly item?: string;
}

/** For workers: no client waits for them, and a worker that gives up must repeat much. */
export const patientWorker: RetryOptions = { patienceMilliseconds: 10_000 };

/**
 * Runs load, guard and commit again, at least once, when another commit changed the same items meanwhile. A random pause comes before each
 * retry. Each pause is shorter than the last, so that the oldest change comes first: with growing pauses, the newest of sixteen clients
 * overtakes all others. Throws the ConflictError when the time for retries is over.
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

/** For each item's id, a promise that resolves when the newest attempt of this process to change the item has ended. */
const newestAttempts = new Map<string, Promise<void>>();

/**
 * Starts an attempt when the attempt before it has ended, or at the deadline. If several attempts run at the same time, only one can
 * succeed, and the others slow it down. A local host runs sixteen invocations of a function in one thread. On Lambda, an execution
 * environment has one invocation at a time, so attempts only conflict with attempts of other environments.
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
