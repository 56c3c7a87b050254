import { setTimeout as delay } from 'node:timers/promises';
import { type Transferable, Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** What a thread says first, once it has loaded. */
export const started = z.object({ started: z.literal(true) });

/** The means that a thread has taken so far: time to compute since it started, and memory on its heap and beside it. */
interface Usage {
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

/** Work that came to no end within its limits, or ended its thread. */
export interface Stopped {
  readonly outcome: 'stopped';
  readonly failure: string;
}

export interface ThreadLimits {
  /** The time that the thread may compute: by the clock, a file would be blamed for whatever else a machine is busy with. */
  readonly cpuMilliseconds: number;
  /** The time by the clock, for a file that waits for what never comes. */
  readonly milliseconds: number;
  /** The memory that the thread may take, on its heap and beside it. */
  readonly megabytes: number;
}

interface ThreadOptions<S extends z.ZodMiniType> {
  /** The form of its answers. */
  readonly answer: S;
  /** What the thread may take, by whoever looks at its usage. */
  readonly megabytes: number;
  /** What it is handed at its start. Default: nothing */
  readonly workerData?: unknown;
}

/**
 * V8 ends the whole process, not the thread, when a limit is reached in the middle of a built-in function. It is there for what
 * takes this much more between two looks.
 */
const heapMarginMegabytes = 384;
/** A thread that has not started by then will not. */
const startMilliseconds = 20_000;
/** The time between two looks at what a thread has taken. Ordinary files are done before the first. */
export const lookMilliseconds = 50;

/**
 * A thread that reads files, and answers one question after the other. Parsers are what hostile files are made for, so it gets the
 * bytes and nothing else: none of the variables of the function, its credentials among them, and none of its options.
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
      // A thread is what a file has made of it, and believed as little as the file.
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
    // While it waits for a question it keeps no process from ending.
    worker.unref();
    this.#worker = worker;
  }

  /** Resolves once the thread has loaded. Rejects when it ends before, or does not load: that is no file's fault. */
  async hasStarted(): Promise<void> {
    const begun = await soon(Promise.race([this.started, this.ended]), startMilliseconds);
    if (begun !== true)
      throw new Error(`the thread did not start: ${begun ?? `not done after ${startMilliseconds} ms`}`);
  }

  /** Asks the thread, for as long as it takes. The question before must be answered. */
  async ask(question: unknown, transferred: readonly Transferable[] = []): Promise<z.output<S>> {
    this.#answer = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(question, transferred);
    return this.#answer.promise.finally(() => this.#worker.unref());
  }

  /**
   * Asks the thread, which answers between two steps of its program, also while it loops; it never answers in the middle of a
   * single long one. Rejects when it has ended.
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

  /** The time that the thread had computed when it was last asked for its usage. */
  get computedMilliseconds(): number {
    return this.#computedMilliseconds;
  }

  end(): void {
    void this.#worker.terminate();
  }
}

/** Resolves with the answer of a thread, or with the reason why there is none within the limits. The thread is not ended. */
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
  // A thread that cannot say has ended, which is heard of anyway.
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

/** Resolves with undefined when nothing has come by then. */
export async function soon<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const enough = new AbortController();
  const late = delay(milliseconds, undefined, { signal: enough.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    enough.abort();
  }
}
