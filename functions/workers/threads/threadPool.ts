import { type LimitedThread, lookMilliseconds, resultWithin } from './limitedThread.ts';

type PooledThread = Pick<LimitedThread<never>, 'hasStarted' | 'hasEnded' | 'ended' | 'usage' | 'end'>;

interface ThreadPoolOptions<T> {
  start(): T | Promise<T>;
  /** The thread's limit of memory, on its heap and outside of it. */
  readonly megabytes: number;
  /** A new thread replaces a thread that has read this many files. Default: 500 */
  readonly filesPerThread?: number | undefined;
}

const filesPerThreadDefault = 500;
/** A thread is kept for the next file if it uses at most this share of its memory. */
const keptShareOfMemory = 0.5;
/**
 * The threads that work side by side, and those that are kept. More files wait, because starting a thread and loading its code takes ten to a
 * hundred times as long as reading an ordinary file. (On Lambda, an execution environment reads one file at a time, so nothing waits.)
 */
const threadsMax = 2;
/** If no file was done for this long, a file that waits gets one more thread, so that slow files do not hold up the others. */
const waitMilliseconds = 2000;

/** Threads that read files. Each reads one file at a time, and is kept for the next file. */
export class ThreadPool<T extends PooledThread> {
  readonly #options: ThreadPoolOptions<T>;
  /** The threads that have read files, with their number. */
  readonly #files = new WeakMap<T, number>();
  readonly #idle: Promise<T>[] = [];
  readonly #working = new Set<T>();
  /** The threads that were taken from those that are idle or started for a file, and are not working yet. */
  #starting = 0;
  readonly #waiting: (() => void)[] = [];
  #filesDone = 0;

  constructor(options: ThreadPoolOptions<T>) {
    this.#options = options;
  }

  /** Starts a thread if there is none, so that it loads its code while a file is downloaded. */
  prepare(): void {
    if (this.#idle.length + this.#starting + this.#working.size > 0) return;
    const started = Promise.resolve(this.#options.start());
    // `take` reports a failure.
    started.catch(() => undefined);
    this.#idle.push(started);
  }

  /**
   * Returns a thread for one file. An earlier file may have damaged the state of a thread that `isUsed`. Rejects if no thread could start,
   * which is not the file's fault.
   */
  async take(): Promise<{ readonly thread: T; readonly isUsed: boolean }> {
    if (this.#starting + this.#working.size >= threadsMax) await this.#turn();
    this.#starting += 1;
    try {
      const thread = await this.#idleOrNew();
      this.#working.add(thread);
      void thread.ended.then(() => this.#release(thread));
      const files = this.#files.get(thread) ?? 0;
      this.#files.set(thread, files + 1);
      return { thread, isUsed: files > 0 };
    } catch (error) {
      this.#waiting.shift()?.();
      throw error;
    } finally {
      this.#starting -= 1;
    }
  }

  /** Keeps a thread that has read its file for the next one. Ends it if it uses much memory, does not reply, or if enough are idle. */
  async giveBack(thread: T): Promise<void> {
    const { filesPerThread = filesPerThreadDefault, megabytes } = this.#options;
    const usage = await resultWithin(thread.usage(), lookMilliseconds).catch(() => undefined);
    const mayStay =
      usage !== undefined &&
      usage.megabytes <= megabytes * keptShareOfMemory &&
      (this.#files.get(thread) ?? 0) < filesPerThread;
    if (mayStay && this.#idle.length < threadsMax) this.#idle.push(Promise.resolve(thread));
    else thread.end();
    this.#release(thread);
  }

  /** Ends the idle threads. */
  end(): void {
    for (const idle of this.#idle.splice(0))
      idle.then(
        (thread) => thread.end(),
        () => undefined,
      );
  }

  async #idleOrNew(): Promise<T> {
    const idle = await this.#idle.shift();
    // The thread may have ended since its last file.
    const thread = idle && !idle.hasEnded ? idle : await this.#options.start();
    try {
      await thread.hasStarted();
      return thread;
    } catch (error) {
      thread.end();
      throw error;
    }
  }

  async #turn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<true>();
    const begin = () => resolve(true);
    this.#waiting.push(begin);
    for (let doneBefore = -1; this.#filesDone > doneBefore; ) {
      doneBefore = this.#filesDone;
      if (await resultWithin(promise, waitMilliseconds)) break;
    }
    const place = this.#waiting.indexOf(begin);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  #release(thread: T): void {
    if (!this.#working.delete(thread)) return;
    this.#filesDone += 1;
    this.#waiting.shift()?.();
  }
}
