import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { UnopenedPdfError } from '../../../shared/pdf/pdfium/document.ts';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { beginCopy, type UncheckedCopy, UnstampedPdfError } from '../../../shared/pdf/pdfium/stamp.ts';
import { type StampAnswer, stampQuestion, stampSetup } from '../prepareCopy/stamping.ts';

let copy: UncheckedCopy | undefined;

/**
 * Runs in a thread, so that a file that causes endless loops or takes too much memory harms nothing else. An unexpected error ends the
 * thread, because the state of PDFium is unknown then.
 */
async function stamp(message: unknown): Promise<StampAnswer> {
  const question = z.parse(stampQuestion, message);
  try {
    if ('file' in question) {
      const { file, block, page_count } = question;
      const setup = z.parse(stampSetup, workerData);
      copy = await beginCopy(await Pdfium.start(setup.pdfium, setup.megabytes), file, block, page_count);
      return { outcome: 'begun', to_check: [...copy.toCheck] };
    }
    if (!copy) throw new Error('no copy is begun');
    if (!('check' in question)) return { outcome: 'stamped', ...copy.finish() };
    copy.check(question.check);
    return { outcome: 'checked' };
  } catch (error) {
    if (error instanceof UnopenedPdfError) return { outcome: 'refused', refusal: error.refusal };
    if (error instanceof UnstampedPdfError) return { outcome: 'refused', refusal: 'damaged' };
    throw error;
  }
}

parentPort?.on('message', async (message) => parentPort?.postMessage(await stamp(message)));
parentPort?.postMessage({ started: true });
