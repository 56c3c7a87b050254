import { beforeAll } from 'vitest';
import { OpenPdf } from '../../../shared/pdf/pdfium/document.ts';
import { drawPage } from '../../../shared/pdf/pdfium/draw.ts';
import { type FallbackFonts, useFallbackFonts } from '../../../shared/pdf/pdfium/fallbackFonts.ts';
import { Layers } from '../../../shared/pdf/pdfium/layers.ts';
import { LetterDrawing } from '../../../shared/pdf/pdfium/namedFonts.ts';
import type { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { beginCopy } from '../../../shared/pdf/pdfium/stamp.ts';
import { transcriptOf } from '../../../shared/pdf/pdfium/transcript.ts';
import type { Picture } from '../../../shared/pdf/pictures/picture.ts';
import { fontsOfTests } from '../../support/files/pdfPages.ts';
import { startPdfium, watermarkOf } from './pdfium.ts';

/** Pictures of the tests have a pixel for each point. */
const bounds = { maxPixels: 1e6, maxSide: 1000, maxPixelsPerInch: 72 };

/** What readers get of a page. */
export interface Shown {
  readonly picture: Picture;
  readonly text: string;
  /** The letters that are missing in the picture. */
  readonly blank: string;
}

/** Functions for the tests of a file. */
interface Drawing {
  /** Opens a PDF as the worker does, and returns what readers get of its pages. */
  shownPages(file: Uint8Array): Promise<Shown[]>;
  /** Returns a copy of a PDF of one page. Its watermark draws nothing. */
  copyOf(file: Uint8Array): Promise<Uint8Array>;
}

export function drawingOfTests(): Drawing {
  const directory = fontsOfTests();
  let pdfium: Pdfium;
  let fonts: FallbackFonts;
  beforeAll(async () => {
    pdfium = await startPdfium(512);
    fonts = useFallbackFonts(pdfium, directory);
  });
  async function shownPages(file: Uint8Array): Promise<Shown[]> {
    const pdf = OpenPdf.open(pdfium, file);
    const layers = new Layers(pdfium, pdf, file);
    pdf.openForms((page) => layers.hideAnnotations(page));
    const letters = new LetterDrawing(pdfium, fonts, pdf);
    const draw = (index: number) =>
      letters.withPage(index, (page, blank) => ({
        picture: drawPage(pdfium, page, bounds),
        text: transcriptOf(pdfium, layers, page, 20_000),
        blank: String.fromCodePoint(...blank),
      }));
    const pages: Shown[] = [];
    for (let index = 0; index < pdf.pageCount; index++) {
      const drawn = draw(index);
      const page = (await layers.readIfWanted()) ? draw(index) : drawn;
      if (page) pages.push(page);
    }
    pdf.close();
    return pages;
  }
  async function copyOf(file: Uint8Array): Promise<Uint8Array> {
    return (await beginCopy(pdfium, file, await watermarkOf(''), 1)).finish().pdf;
  }
  return { shownPages, copyOf };
}

/** Left, bottom, right and top in points. */
export type Rectangle = readonly [number, number, number, number];

/** Returns the number of dark pixels in a rectangle. */
export function inkIn({ width, height, rgba }: Picture, [left, bottom, right, top]: Rectangle): number {
  let ink = 0;
  for (let y = height - top; y < height - bottom; y++)
    for (let x = left; x < right; x++) if ((rgba[(y * width + x) * 4 + 1] ?? 0) < 128) ink++;
  return ink;
}
