import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** The outcome of an inspection: the pages that a reader would show, or the reason why none would open the file. */
const inspection = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready'), page_count: z.int() }),
  z.object({ outcome: z.literal('failed'), failure: z.string() }),
]);
export type Inspection = Readonly<z.infer<typeof inspection>>;

/** The thread's messages: first that it has loaded, then the outcome for each file. */
const threadMessage = z.union([z.object({ started: z.literal(true) }), inspection]);
export type ThreadMessage = z.infer<typeof threadMessage>;

/** The means that a thread has taken so far: time to compute since it started, and memory on its heap and beside it. */
interface Usage {
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

/**
 * V8 ends the whole process, not the thread, when a limit is reached in the middle of a built-in function. It is there for what
 * takes this much more between two looks.
 */
const heapMarginMegabytes = 384;

/**
 * A thread that inspects files. Parsers are what hostile files are made for, so it gets the bytes and nothing else: none of the
 * variables of the function, its credentials among them, and none of its options.
 */
export class InspectionThread {
  readonly #worker: Worker;
  /** Resolves when the thread has loaded. */
  readonly started: Promise<true>;
  /** Resolves with the reason when the thread ends. */
  readonly ended: Promise<string>;
  #inspection = Promise.withResolvers<Inspection>();
  #files = 0;

  /** @param megabytes what the thread may take, by whoever looks at its usage */
  constructor(file: string | URL, megabytes: number) {
    const worker = new Worker(file, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes + heapMarginMegabytes },
    });
    const { promise, resolve: start } = Promise.withResolvers<true>();
    this.started = promise;
    this.ended = new Promise((resolve) => {
      // A thread is what a file has made of it, and believed as little as the file.
      worker.on('message', (message: unknown) => {
        const { success, data } = z.safeParse(threadMessage, message);
        if (success) return 'started' in data ? start(true) : this.#inspection.resolve(data);
        resolve('said what no inspection says');
        this.end();
      });
      worker.once('error', (error) => resolve(`crashed: ${error}`));
      worker.once('exit', (code) => resolve(`ended with exit code ${code}`));
    });
    // While it waits for a file it keeps no process from ending.
    worker.unref();
    this.#worker = worker;
  }

  /** The number of files it was given. */
  get files(): number {
    return this.#files;
  }

  /** Inspects a file, which is left as it is, for as long as it takes. The one before must be done. */
  async inspect(pdf: Uint8Array): Promise<Inspection> {
    this.#files += 1;
    this.#inspection = Promise.withResolvers();
    // A small file that was read lies in memory that it shares with others, and a thread is given all of it.
    const alone = new Uint8Array(pdf);
    this.#worker.ref();
    this.#worker.postMessage(alone, [alone.buffer]);
    return this.#inspection.promise.finally(() => this.#worker.unref());
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
    return {
      cpuMilliseconds: (user + system) / 1000,
      megabytes: (heap.used_heap_size + heap.external_memory) / 2 ** 20,
    };
  }

  end(): void {
    void this.#worker.terminate();
  }
}
