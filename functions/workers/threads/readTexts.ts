import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { OpenPdf, UnopenedPdfError } from '../../../shared/pdf/pdfium/document.ts';
import { Layers } from '../../../shared/pdf/pdfium/layers.ts';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { transcriptOf } from '../../../shared/pdf/pdfium/transcript.ts';
import { pageCharactersMax } from '../keepText/bounds.ts';
import { type TextAnswer, textQuestion, textSetup } from '../keepText/textThread.ts';

/** Opens one file and reads the texts of its pages on request. */
async function start(): Promise<
  (question: z.infer<typeof textQuestion>) => TextAnswer | Promise<TextAnswer>
> {
  const setup = z.parse(textSetup, workerData);
  const pdfium = await Pdfium.start(setup.pdfium, setup.megabytes);
  let opened: { readonly pdf: OpenPdf; readonly layers: Layers } | undefined;

  function open(file: Uint8Array): TextAnswer {
    try {
      const pdf = OpenPdf.open(pdfium, file);
      const layers = new Layers(pdfium, pdf, file);
      pdf.openForms((page) => layers.hideAnnotations(page));
      opened = { pdf, layers };
      return { outcome: 'opened', page_count: pdf.pageCount };
    } catch (error) {
      if (!(error instanceof UnopenedPdfError)) throw error;
      return { outcome: 'refused', refusal: error.refusal };
    }
  }

  async function read(number: number): Promise<TextAnswer> {
    if (!opened) return { outcome: 'missing' };
    const { pdf, layers } = opened;
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

  return (question) => ('file' in question ? open(question.file) : read(question.page));
}

/**
 * Runs in a thread, so that a file that causes endless loops or takes too much memory harms nothing else. An unexpected error ends the
 * thread, because the state of PDFium is unknown then.
 */
const answer = start();
parentPort?.on('message', async (message) =>
  parentPort?.postMessage(await (await answer)(z.parse(textQuestion, message))),
);
void answer.then(() => parentPort?.postMessage({ started: true }));
