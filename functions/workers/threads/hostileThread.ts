import { setTimeout as delay } from 'node:timers/promises';
import { type Transferable, Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** A thread's first message, once it has loaded. */
export const started = z.object({ started: z.literal(true) });

/** A thread's usage so far: CPU time since it started, and memory on its heap and beside it. */
interface Usage {
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

/** Work that did not finish within its limits, or that ended its thread. */
export interface Stopped {
  readonly outcome: 'stopped';
  readonly failure: string;
}

export interface ThreadLimits {
  /** Limit of CPU time. A limit by the clock alone would blame a file for other load on the machine. */
  readonly cpuMilliseconds: number;
  /** Limit by the clock, for a file that waits forever. */
  readonly milliseconds: number;
  /** Limit of memory, on the thread's heap and beside it. */
  readonly megabytes: number;
}

interface ThreadOptions<S extends z.ZodMiniType> {
  /** The schema of its answers. */
  readonly answer: S;
  /** Limit of memory, enforced by the code that polls `usage`. */
  readonly megabytes: number;
  /** Data for the thread at its start. Default: nothing */
  readonly workerData?: unknown;
}

/**
 * V8's own limit is this much higher. If it is reached within a built-in function, V8 ends the whole process, not only the thread, so it is
 * only for sudden growth between two checks.
 */
const heapMarginMegabytes = 384;
/** A thread that has not started within this time has failed. */
const startMilliseconds = 20_000;
/** The time between two checks of a thread's usage. Ordinary files are done before the first. */
export const lookMilliseconds = 50;

/**
 * A thread that reads files, and answers one question after the other. Hostile files attack parsers, so the thread gets only the bytes:
 * none of the function's environment variables, which hold its credentials, and none of its options.
 */
export class HostileThread<S extends z.ZodMiniType> {
  readonly #worker: Worker;
  /** Resolves when the thread has loaded. */
  readonly started: Promise<true>;
  /** Resolves with the reason when the thread ends. */
  readonly ended: Promise<string>;
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
        resolve('said what no inspection says');
        this.end();
      });
      worker.once('error', (error) => resolve(`crashed: ${error}`));
      worker.once('exit', (code) => resolve(`ended with exit code ${code}`));
    });
    // An idle thread keeps no process from ending.
    worker.unref();
    this.#worker = worker;
  }

  /** Resolves once the thread has loaded. Rejects when it ends first or does not load: that is no file's fault. */
  async hasStarted(): Promise<void> {
    const begun = await soon(Promise.race([this.started, this.ended]), startMilliseconds);
    if (begun !== true)
      throw new Error(`the thread did not start: ${begun ?? `not done after ${startMilliseconds} ms`}`);
  }

  /** Asks the thread, without a time limit. The previous question must have been answered. */
  async ask(question: unknown, transferred: readonly Transferable[] = []): Promise<z.output<S>> {
    this.#answer = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(question, transferred);
    return this.#answer.promise.finally(() => this.#worker.unref());
  }

  /**
   * Asks for the thread's usage. The thread answers between two steps of its program, also while it loops, but never during a single long
   * step. Rejects when it has ended.
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

  /** The thread's CPU time at the last call of `usage`. */
  get computedMilliseconds(): number {
    return this.#computedMilliseconds;
  }

  end(): void {
    void this.#worker.terminate();
  }
}

/** Resolves with a thread's answer, or with the reason why there is none within the limits. Does not end the thread. */
export async function withinLimits<T>(
  { cpuMilliseconds, milliseconds, megabytes }: ThreadLimits,
  thread: Pick<HostileThread<z.ZodMiniType>, 'usage' | 'ended'>,
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
    const stopped = Promise.race([over.promise, thread.ended]);
    return await Promise.race([
      answer,
      stopped.then((failure) => ({ outcome: 'stopped', failure }) as const),
    ]);
  } finally {
    clearInterval(looking);
  }
}

/** Resolves with undefined when the promise takes longer. */
export async function soon<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const enough = new AbortController();
  const late = delay(milliseconds, undefined, { signal: enough.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    enough.abort();
  }
}
