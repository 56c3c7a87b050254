import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { OpenPdf, UnopenedPdfError } from '../../../shared/pdf/pdfium/document.ts';
import { drawPage } from '../../../shared/pdf/pdfium/draw.ts';
import { useFallbackFonts } from '../../../shared/pdf/pdfium/fallbackFonts.ts';
import { Layers } from '../../../shared/pdf/pdfium/layers.ts';
import { LetterDrawing } from '../../../shared/pdf/pdfium/namedFonts.ts';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { transcriptOf } from '../../../shared/pdf/pdfium/transcript.ts';
import { startWebpEncoder } from '../../../shared/pdf/pictures/webpEncoder.ts';
import { pictureBounds, smallPictureBounds, transcriptCharactersMax } from '../prepareCopy/bounds.ts';
import { type RenderAnswer, renderQuestion, renderSetup } from '../prepareCopy/rendering.ts';

const setup = z.parse(renderSetup, workerData);
const encoding = startWebpEncoder(setup.encoder);

interface Opened {
  readonly pdfium: Pdfium;
  readonly layers: Layers;
  readonly letters: LetterDrawing;
}
let opened: Opened | undefined;

/** Each file gets an instance of PDFium with its own memory, so that no file can read or change another file. */
async function open(file: Uint8Array): Promise<RenderAnswer> {
  opened = undefined;
  const pdfium = await Pdfium.start(setup.pdfium, setup.megabytes);
  const fonts = useFallbackFonts(pdfium, setup.fontsDirectory);
  try {
    const pdf = OpenPdf.open(pdfium, file);
    const layers = new Layers(pdfium, pdf, file);
    pdf.openForms((page) => layers.hideAnnotations(page));
    opened = { pdfium, layers, letters: new LetterDrawing(pdfium, fonts, pdf) };
    return { outcome: 'opened', page_count: pdf.pageCount };
  } catch (error) {
    if (!(error instanceof UnopenedPdfError)) throw error;
    return { outcome: 'refused', refusal: error.refusal };
  }
}

async function draw(number: number): Promise<RenderAnswer> {
  if (!opened) return { outcome: 'undrawn' };
  const { pdfium, layers, letters } = opened;
  const encode = await encoding;
  const drawOnce = () =>
    letters.withPage(number - 1, (page, blank): RenderAnswer => {
      const picture = drawPage(pdfium, page, pictureBounds);
      const { width, height } = picture;
      const text = transcriptOf(pdfium, layers, page, transcriptCharactersMax);
      return {
        outcome: 'drawn',
        width,
        height,
        webp: encode(picture),
        ...(number === 1 && { small: encode(drawPage(pdfium, page, smallPictureBounds)) }),
        text,
        lacks_letters: blank.size > 0,
      };
    });
  const drawn = drawOnce();
  return ((await layers.readIfWanted()) ? drawOnce() : drawn) ?? { outcome: 'undrawn' };
}

const answer = (question: z.infer<typeof renderQuestion>): Promise<RenderAnswer> =>
  'file' in question ? open(question.file) : draw(question.page);

/**
 * Runs in a thread, so that a file that causes endless loops or takes too much memory harms nothing else. An unexpected error ends the
 * thread, because the state of PDFium is unknown then.
 */
parentPort?.on('message', async (message) =>
  parentPort?.postMessage(await answer(z.parse(renderQuestion, message))),
);
void encoding.then(() => parentPort?.postMessage({ started: true }));
