import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { inspectPdf, UnreadablePdfError } from '../../shared/pdf/inspect.ts';
import type { Inspection, ThreadMessage } from './isolatedInspection.ts';

/** Runs as the thread of `isolatedInspection`, where it may loop or run out of memory without taking anything with it. */
async function inspect(bytes: Uint8Array): Promise<Inspection> {
  try {
    const { pageCount } = await inspectPdf(bytes);
    return { outcome: 'ready', page_count: pageCount };
  } catch (error) {
    // A file that makes the parser throw an unforeseen error cannot be opened; the thread does nothing else.
    return {
      outcome: 'failed',
      failure: error instanceof UnreadablePdfError ? error.message : `inspection: ${error}`,
    };
  }
}

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

tell({ started: true });
void inspect(z.parse(z.instanceof(Uint8Array), workerData)).then(tell);
