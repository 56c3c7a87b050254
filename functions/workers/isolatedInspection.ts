import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { environment } from '../../shared/environment.ts';

/** What became of a PDF: how many pages a reader would show, or why no reader would open it. */
export type Inspection =
  | { readonly outcome: 'ready'; readonly page_count: number }
  | { readonly outcome: 'failed'; readonly failure: string };

export interface InspectionLimits {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** How often the memory of the process is looked at: V8 limits its own heap, but not the buffers beside it. */
const memoryCheckMilliseconds = 100;

/**
 * Inspects a PDF in a thread of its own. Whatever the file does to it, an answer comes back within the limits: a file
 * that crashes, loops or exhausts memory has failed.
 */
export function inspectInIsolation(
  pdf: Uint8Array,
  limits: InspectionLimits,
  threadFile: string | URL = join(environment('taskRoot'), 'inspectPdf.cjs'),
): Promise<Inspection> {
  const thread = new Worker(threadFile, {
    workerData: pdf,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  return new Promise((resolve) => {
    const memoryAtStart = process.memoryUsage.rss();
    const finish = (inspection: Inspection) => {
      clearTimeout(deadline);
      clearInterval(memoryCheck);
      resolve(inspection);
      void thread.terminate();
    };
    const fail = (failure: string) => finish({ outcome: 'failed', failure });
    const deadline = setTimeout(() => fail(`not done after ${limits.milliseconds} ms`), limits.milliseconds);
    const memoryCheck = setInterval(() => {
      if (process.memoryUsage.rss() - memoryAtStart > limits.megabytes * 2 ** 20)
        fail(`took more than ${limits.megabytes} MB of memory`);
    }, memoryCheckMilliseconds);
    thread.once('message', finish);
    thread.once('error', (error) => fail(`crashed: ${error}`));
    thread.once('exit', (code) => fail(`ended with exit code ${code}`));
  });
}
