import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { environment } from '../../shared/environment.ts';

const taskRoot = environment('taskRoot');

/** The outcome of an inspection: the pages that a reader would show, or the reason why none would open the file. */
export type Inspection =
  | { readonly outcome: 'ready'; readonly page_count: number }
  | { readonly outcome: 'failed'; readonly failure: string };

/** The thread's messages: first that it has loaded, then its result. */
export type ThreadMessage = { readonly started: true } | Inspection;

export interface InspectionLimits {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Memory is measured at this interval: V8 limits a thread's heap, but not the buffers beside it. */
const memoryCheckMilliseconds = 100;

/**
 * Runs inspections one after another. Only the memory of the whole process can be measured, so two at a time would be held
 * against each other. (On Lambda an execution environment has one invocation at a time anyway.)
 */
let lastTurn: Promise<unknown> = Promise.resolve();
export function inTurn<T>(inspect: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(inspect);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/**
 * Inspects a PDF in a thread of its own and always answers within the limits: a file that crashes it, loops or exhausts
 * memory has failed. Rejects when the thread could not even start, which is not the file's fault.
 *
 * Parsers are what hostile files are made for, so the thread gets the bytes and nothing else: none of the variables of the
 * function, its credentials among them, and none of its options.
 */
export function inspectInIsolation(
  pdf: Uint8Array,
  limits: InspectionLimits,
  threadFile: string | URL = join(taskRoot(), 'inspectPdf.cjs'),
): Promise<Inspection> {
  // A small file that was read lies in memory that it shares with others, and a thread is given all of it.
  const alone = new Uint8Array(pdf);
  const thread = new Worker(threadFile, {
    workerData: alone,
    transferList: [alone.buffer],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  return new Promise((resolve, reject) => {
    const memoryAtStart = process.memoryUsage.rss();
    let hasStarted = false;
    const end = () => {
      clearTimeout(deadline);
      clearInterval(memoryCheck);
      void thread.terminate();
    };
    const finish = (inspection: Inspection) => {
      end();
      resolve(inspection);
    };
    const fail = (failure: string) => {
      if (hasStarted) return finish({ outcome: 'failed', failure });
      end();
      reject(new Error(`the inspection did not start: ${failure}`));
    };

    const deadline = setTimeout(() => fail(`not done after ${limits.milliseconds} ms`), limits.milliseconds);
    const memoryCheck = setInterval(() => {
      if (process.memoryUsage.rss() - memoryAtStart > limits.megabytes * 2 ** 20)
        fail(`took more than ${limits.megabytes} MB of memory`);
    }, memoryCheckMilliseconds);
    thread.on('message', (message: ThreadMessage) => {
      if ('started' in message) hasStarted = true;
      else finish(message);
    });
    thread.once('error', (error) => fail(`crashed: ${error}`));
    thread.once('exit', (code) => fail(`ended with exit code ${code}`));
  });
}
