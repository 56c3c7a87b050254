import type * as z from 'zod/mini';
import {
  type LimitedThread,
  resultWithin,
  type Stopped,
  type ThreadLimits,
  withinLimits,
} from './limitedThread.ts';
import type { ThreadPool } from './threadPool.ts';

/** The time limit for reading the usage of a thread. An idle thread answers at once. */
const usageMilliseconds = 1000;

/** What the threads for a file do. They answer `{ file }` with the outcome `opened`, and then each `{ page }`. */
interface FileWork<S extends z.ZodMiniType> {
  readonly threads: ThreadPool<LimitedThread<S>>;
  readonly openLimits: ThreadLimits;
  readonly pageLimits: ThreadLimits;
}

/**
 * Reads the pages of a file in a thread. If a page exceeds its limits, the thread ends and the page is not read. The next page is read in
 * another thread. An earlier file may have damaged a used thread, so what such a thread cannot do is tried again in another thread.
 */
export class FileThread<S extends z.ZodMiniType<{ readonly outcome: string }>> {
  readonly #file: Uint8Array;
  readonly #work: FileWork<S>;
  #thread: LimitedThread<S> | undefined;
  #isUsed = false;
  /** The CPU time of the threads that have ended, less the time that the present thread had taken for earlier files. */
  #computedBefore = 0;

  constructor(file: Uint8Array, work: FileWork<S>) {
    this.#file = file;
    this.#work = work;
  }

  /** Opens the file in a thread. Rejects if no thread could start, which is not the file's fault. */
  async open(): Promise<z.output<S> | Stopped> {
    const { thread, isUsed } = await this.#work.threads.take();
    this.#computedBefore -= thread.computedMilliseconds;
    this.#thread = thread;
    this.#isUsed = isUsed;
    // The thread gets a copy, because another thread may need the file.
    const file = new Uint8Array(this.#file);
    const opened = await this.#within(this.#work.openLimits, thread, thread.ask({ file }, [file.buffer]));
    if (opened.outcome === 'opened' || !isUsed) return opened;
    this.#stop();
    return this.open();
  }

  /** Reads a page. The first page is 1. */
  async read(page: number): Promise<z.output<S> | Stopped> {
    if (!this.#thread) {
      const opened = await this.open();
      if (opened.outcome !== 'opened') return opened;
    }
    const thread = this.#thread;
    if (!thread) return { outcome: 'stopped', failure: 'the thread ended' };
    const isUsed = this.#isUsed;
    const answer = await this.#within(this.#work.pageLimits, thread, thread.ask({ page }));
    return answer.outcome === 'stopped' && isUsed ? this.read(page) : answer;
  }

  /** The CPU time of all threads of this file, as of the last call of `measure`. */
  get computedMilliseconds(): number {
    return this.#computedBefore + (this.#thread?.computedMilliseconds ?? 0);
  }

  /** Reads the usage of the thread, so that the CPU time of short answers counts too. Ends a thread that does not reply. */
  async measure(): Promise<void> {
    const usage = this.#thread?.usage().catch(() => undefined);
    if (usage && !(await resultWithin(usage, usageMilliseconds))) this.#stop();
  }

  /** Leaves the thread to the next file. */
  async end(): Promise<void> {
    const thread = this.#release();
    if (thread) await this.#work.threads.giveBack(thread);
  }

  #stop(): void {
    this.#release()?.end();
  }

  #release(): LimitedThread<S> | undefined {
    const thread = this.#thread;
    this.#computedBefore = this.computedMilliseconds;
    this.#thread = undefined;
    return thread;
  }

  async #within(
    limits: ThreadLimits,
    thread: LimitedThread<S>,
    answer: Promise<z.output<S>>,
  ): Promise<z.output<S> | Stopped> {
    const outcome = await withinLimits(limits, thread, answer);
    if (outcome.outcome === 'stopped') this.#stop();
    return outcome;
  }
}
