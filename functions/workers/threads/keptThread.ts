import { type LimitedThread, lookMilliseconds, resultWithin } from './limitedThread.ts';

type Keepable = Pick<LimitedThread<never>, 'hasStarted' | 'hasEnded' | 'usage' | 'end'>;

interface KeptThreadOptions<T> {
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
 * Keeps one idle thread for the next file, because starting a thread and loading its code takes ten to a hundred times as long as reading an
 * ordinary file. Files that are read at the same time get a thread each.
 */
export class KeptThread<T extends Keepable> {
  readonly #options: KeptThreadOptions<T>;
  /** The threads that have read files, with their number. */
  readonly #files = new WeakMap<T, number>();
  #idle: Promise<T> | undefined;

  constructor(options: KeptThreadOptions<T>) {
    this.#options = options;
  }

  /** Starts a thread if there is none, so that it loads its code while a file is downloaded. */
  prepare(): void {
    this.#idle ??= Promise.resolve(this.#options.start());
    // `take` reports a failure.
    this.#idle.catch(() => undefined);
  }

  /**
   * Returns a thread for one file. An earlier file may have damaged the state of a thread that `isUsed`. Rejects if no thread could start,
   * which is not the file's fault.
   */
  async take(): Promise<{ readonly thread: T; readonly isUsed: boolean }> {
    const idle = this.#idle;
    this.#idle = undefined;
    const kept = await idle;
    // The thread may have ended since its last file.
    const thread = kept && !kept.hasEnded ? kept : await this.#options.start();
    try {
      await thread.hasStarted();
    } catch (error) {
      thread.end();
      throw error;
    }
    const files = this.#files.get(thread) ?? 0;
    this.#files.set(thread, files + 1);
    return { thread, isUsed: files > 0 };
  }

  /** Keeps a thread that has read its file for the next one. Ends it if it uses much memory, does not reply, or if another one is idle. */
  async giveBack(thread: T): Promise<void> {
    const { filesPerThread = filesPerThreadDefault, megabytes } = this.#options;
    const usage = await resultWithin(thread.usage(), lookMilliseconds).catch(() => undefined);
    const mayStay =
      usage !== undefined &&
      usage.megabytes <= megabytes * keptShareOfMemory &&
      (this.#files.get(thread) ?? 0) < filesPerThread;
    if (mayStay && !this.#idle) this.#idle = Promise.resolve(thread);
    else thread.end();
  }

  /** Ends the idle thread. */
  end(): void {
    this.#idle?.then(
      (thread) => thread.end(),
      () => undefined,
    );
    this.#idle = undefined;
  }
}
