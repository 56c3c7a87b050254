import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { UnopenedPdfError } from '../../../shared/pdf/pdfium/document.ts';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { stampPdf, UnstampedPdfError } from '../../../shared/pdf/pdfium/stamp.ts';
import { type StampAnswer, stampQuestion, stampSetup } from '../prepareCopy/stamping.ts';

/**
 * Runs in a thread, so that a file that causes endless loops or takes too much memory harms nothing else. An unexpected error ends the
 * thread, because the state of PDFium is unknown then.
 */
async function stamp(message: unknown): Promise<StampAnswer> {
  const { file, page_count, block } = z.parse(stampQuestion, message);
  const setup = z.parse(stampSetup, workerData);
  try {
    return {
      outcome: 'stamped',
      ...(await stampPdf(await Pdfium.start(setup.pdfium, setup.megabytes), file, block, page_count)),
    };
  } catch (error) {
    if (error instanceof UnopenedPdfError) return { outcome: 'refused', refusal: error.refusal };
    if (error instanceof UnstampedPdfError) return { outcome: 'refused', refusal: 'damaged' };
    throw error;
  }
}

parentPort?.on('message', async (message) => parentPort?.postMessage(await stamp(message)));
parentPort?.postMessage({ started: true });
