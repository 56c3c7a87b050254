import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import * as z from 'zod/mini';
import { inspectPdf } from '../../../shared/pdf/inspect.ts';
import { UnreadablePdfError } from '../../../shared/pdf/unreadable.ts';
import { wasmFiles } from '../../../shared/pdf/wasm.ts';
import type { Inspection } from './inspectionThread.ts';

/** Only bundles run in threads. The bundler puts this file beside them. */
const pdfium = join(__dirname, wasmFiles.pdfium.file);

/**
 * Runs in the thread of an inspector, so that a file that causes endless loops or takes too much memory harms nothing else. An unexpected
 * error ends the thread, because the state of the parsers is unknown then.
 */
async function inspect(bytes: Uint8Array): Promise<Inspection> {
  try {
    const { pageCount, requiresPassword, activeContent } = await inspectPdf(bytes, pdfium);
    return {
      outcome: 'ready',
      page_count: pageCount,
      active_content: activeContent,
      ...(requiresPassword && { needs_password: true }),
    };
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error;
    return { outcome: 'failed', failure: error.message, code: error.code };
  }
}

parentPort?.on('message', async (message) =>
  parentPort?.postMessage(await inspect(z.parse(z.instanceof(Uint8Array), message))),
);
parentPort?.postMessage({ started: true });
