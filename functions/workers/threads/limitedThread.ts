import { setTimeout as delay } from 'node:timers/promises';
import { type Transferable, Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** The first message of a thread, when it has loaded. */
export const started = z.object({ started: z.literal(true) });

/** A thread's usage: CPU time since its start, and memory on its heap and outside of it. */
interface Usage {
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

/** Work that did not finish within its limits, or that ended its thread. */
export interface Stopped {
  readonly outcome: 'stopped';
  readonly failure: string;
  /** Absent: the thread ended by itself. */
  readonly isOverLimit?: true;
}

export interface ThreadLimits {
  /** The limit of CPU time. A limit by the clock alone would also count time in which other work uses the machine. */
  readonly cpuMilliseconds: number;
  /** The limit by the clock, for work that waits and takes no CPU time. */
  readonly milliseconds: number;
  /** The limit of memory, on the thread's heap and outside of it. */
  readonly megabytes: number;
}

interface ThreadOptions<S extends z.ZodMiniType> {
  /** The schema of the thread's answers. */
  readonly answer: S;
  /** The limit of memory, which callers enforce by polling `usage`. */
  readonly megabytes: number;
  /** Data for the thread at its start. Default: nothing */
  readonly workerData?: unknown;
}

/**
 * The difference between the limit of V8 and the limit of the thread. The limit of V8 is only for sudden growth between two checks: if a
 * built-in function reaches the limit of V8, V8 ends the whole process.
 */
const heapMarginMegabytes = 384;
/** A thread that has not started within this time has failed. */
const startMilliseconds = 20_000;
/** The time between two checks of a thread's usage. Ordinary files are done before the first. */
export const lookMilliseconds = 50;

/**
 * A thread that reads files, and answers one question after the other. Hostile files attack parsers, so the thread gets only the bytes. It
 * gets no environment variables, which have the function's credentials, and no options of the process.
 */
export class LimitedThread<S extends z.ZodMiniType> {
  readonly #worker: Worker;
  /** Resolves when the thread has loaded. */
  readonly started: Promise<true>;
  /** Resolves with the reason when the thread ends. */
  readonly ended: Promise<string>;
  #hasEnded = false;
  #computedMilliseconds = 0;
  #answer = Promise.withResolvers<z.output<S>>();

  constructor(file: string | URL, { answer, megabytes, workerData }: ThreadOptions<S>) {
    const worker = new Worker(file, {
      env: {},
      execArgv: [],
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: megabytes + heapMarginMegabytes },
    });
    const { promise, resolve: start } = Promise.withResolvers<true>();
    this.started = promise;
    this.ended = new Promise((resolve) => {
      // A hostile file may control the thread, so its messages are not trusted.
      worker.on('message', (message: unknown) => {
        if (z.safeParse(started, message).success) return start(true);
        const { success, data } = z.safeParse(answer, message);
        if (success) return this.#answer.resolve(data);
        resolve('sent an invalid answer');
        this.end();
      });
      worker.once('error', (error) => resolve(`crashed: ${error}`));
      worker.once('exit', (code) => resolve(`ended with exit code ${code}`));
    });
    void this.ended.then(() => {
      this.#hasEnded = true;
    });
    // The process may end while the thread is idle.
    worker.unref();
    this.#worker = worker;
  }

  /** Resolves when the thread has loaded. Rejects if it ends first or does not load, which is not a file's fault. */
  async hasStarted(): Promise<void> {
    const begun = await resultWithin(Promise.race([this.started, this.ended]), startMilliseconds);
    if (begun !== true)
      throw new Error(`the thread did not start: ${begun ?? `not done after ${startMilliseconds} ms`}`);
  }

  /** Sends a question to the thread, without a time limit. The previous question must have an answer. */
  async ask(question: unknown, transferred: readonly Transferable[] = []): Promise<z.output<S>> {
    this.#answer = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(question, transferred);
    return this.#answer.promise.finally(() => this.#worker.unref());
  }

  /**
   * Returns the thread's usage. The thread answers between two steps of its program, even in an endless loop, but not during a single long
   * step. Rejects if the thread has ended.
   */
  async usage(): Promise<Usage> {
    const [{ user, system }, heap] = await Promise.all([
      this.#worker.cpuUsage(),
      this.#worker.getHeapStatistics(),
    ]);
    this.#computedMilliseconds = (user + system) / 1000;
    return {
      cpuMilliseconds: this.#computedMilliseconds,
      megabytes: (heap.used_heap_size + heap.external_memory) / 2 ** 20,
    };
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The thread's CPU time at the last call of `usage`. */
  get computedMilliseconds(): number {
    return this.#computedMilliseconds;
  }

  end(): void {
    void this.#worker.terminate();
  }
}

/** Resolves with a thread's answer, or with the limit that it exceeded. Does not end the thread. */
export async function withinLimits<T>(
  { cpuMilliseconds, milliseconds, megabytes }: ThreadLimits,
  thread: Pick<LimitedThread<z.ZodMiniType>, 'usage' | 'ended'>,
  answer: Promise<T>,
): Promise<T | Stopped> {
  const over = Promise.withResolvers<string>();
  const startedAt = Date.now();
  let computedBefore: number | undefined;
  const look = async () => {
    if (Date.now() - startedAt >= milliseconds) return over.resolve(`not done after ${milliseconds} ms`);
    const usage = await thread.usage();
    computedBefore ??= usage.cpuMilliseconds - lookMilliseconds;
    if (usage.cpuMilliseconds - computedBefore > cpuMilliseconds)
      over.resolve(`not done after ${cpuMilliseconds} ms of computing`);
    if (usage.megabytes > megabytes) over.resolve(`took more than ${megabytes} MB of memory`);
  };
  // A thread that does not answer has ended; `ended` reports it.
  const looking = setInterval(() => look().catch(() => undefined), lookMilliseconds);
  try {
    const outcome = 'stopped';
    return await Promise.race([
      answer,
      over.promise.then((failure) => ({ outcome, failure, isOverLimit: true }) as const),
      thread.ended.then((failure) => ({ outcome, failure }) as const),
    ]);
  } finally {
    clearInterval(looking);
  }
}

/** Resolves with the result of the promise, or with undefined if the promise takes longer. */
export async function resultWithin<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const enough = new AbortController();
  const late = delay(milliseconds, undefined, { signal: enough.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    enough.abort();
  }
}
