import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { OpenPdf, UnopenedPdfError } from '../../../shared/pdf/pdfium/document.ts';
import { FreshPdfium } from '../../../shared/pdf/pdfium/freshPdfium.ts';
import { Layers } from '../../../shared/pdf/pdfium/layers.ts';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { transcriptOf } from '../../../shared/pdf/pdfium/transcript.ts';
import { pageCharactersMax } from '../keepText/bounds.ts';
import { type TextAnswer, textQuestion, textSetup } from '../keepText/textThread.ts';

const setup = z.parse(textSetup, workerData);
const fresh = new FreshPdfium(() => Pdfium.start(setup.pdfium, setup.megabytes));

interface Opened {
  readonly pdfium: Pdfium;
  readonly pdf: OpenPdf;
  readonly layers: Layers;
}
let opened: Opened | undefined;

async function open(file: Uint8Array): Promise<TextAnswer> {
  opened = undefined;
  const pdfium = await fresh.next();
  try {
    const pdf = OpenPdf.open(pdfium, file);
    const layers = new Layers(pdfium, pdf, file);
    pdf.openForms((page) => layers.hideAnnotations(page));
    opened = { pdfium, pdf, layers };
    return { outcome: 'opened', page_count: pdf.pageCount };
  } catch (error) {
    if (!(error instanceof UnopenedPdfError)) throw error;
    return { outcome: 'refused', refusal: error.refusal };
  }
}

async function read(number: number): Promise<TextAnswer> {
  if (!opened) return { outcome: 'missing' };
  const { pdfium, pdf, layers } = opened;
  const readOnce = () =>
    pdf.withPage(
      number - 1,
      (page): TextAnswer => ({
        outcome: 'read',
        text: transcriptOf(pdfium, layers, page, pageCharactersMax),
      }),
    );
  const text = readOnce();
  return ((await layers.readIfWanted()) ? readOnce() : text) ?? { outcome: 'missing' };
}

const answer = (question: z.infer<typeof textQuestion>): Promise<TextAnswer> =>
  'file' in question ? open(question.file) : read(question.page);

/**
 * Runs in a thread, so that a file that causes endless loops or takes too much memory harms nothing else. An unexpected error ends the
 * thread, because the state of PDFium is unknown then.
 */
parentPort?.on('message', async (message) =>
  parentPort?.postMessage(await answer(z.parse(textQuestion, message))),
);
parentPort?.postMessage({ started: true });
