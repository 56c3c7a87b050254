import type { DocumentId } from '../../contract/identifiers.ts';
import { PdfPage } from '../document/pdfPage.ts';
import { openFontLibrary } from '../typography/fontLibrary.ts';
import { type Line, Typesetter } from '../typography/typesetter.ts';
import { placements, type Size } from './placements.ts';

/** The text on each page that a reader gets. */
export interface Watermark {
  /** The reader's name and address, in any script. */
  readonly reader: string;
  /** RFC 3339 date-time; shown in UTC, to the minute. */
  readonly shownAt: string;
  readonly documentId: DocumentId;
}

/** A watermark once, upright, as the whole of a one-page PDF. */
export interface WatermarkBlock {
  readonly pdf: Uint8Array;
  /** In em. */
  readonly size: Size;
  /** The block's page has this many points for each em. */
  readonly pointsPerEm: number;
}

/** Lengths in PDF are rounded to a thousandth of a point, so the block is drawn large and placed smaller. */
const pointsPerEm = 100;
/** Wide enough that most names and addresses take one line, and none says less than who it is. */
const readerMeasure = { maxWidth: 32, maxLines: 4 } as const;
const leading = 1.3;
const smallSize = 0.82;
/** Below the last baseline, in em. */
const descent = 0.35;

/**
 * Dark on paper, with a light rim for dark grounds and photographs. The text below stays readable. Both values were chosen by eye: a
 * fainter watermark disappears on a photograph, and a stronger one hides the text.
 */
const look = {
  ink: [0.25, 0.25, 0.3],
  rim: [1, 1, 1],
  inkOpacity: 0.32,
  rimOpacity: 0.3,
  rimWidth: 0.03,
} as const;

/**
 * Draws a watermark over a page of a size, in points, as its reader sees it: cropped, and turned by its rotation. The page has
 * a transparent ground.
 * @param fontsDirectory a directory filled by `collectFonts` at build time
 * @throws RangeError when the date is not a date; Error when the font directory is missing or incomplete
 */
export async function drawWatermark(
  watermark: Watermark,
  size: Size,
  fontsDirectory: string,
): Promise<Uint8Array> {
  const composed = await compose(watermark, fontsDirectory);
  const page = new PdfPage(composed.library, composed.typesetter, [size.width, size.height]);
  for (const [a, b, c, d, e, f] of placements(size, composed.size)) {
    const scaled = [a, b, c, d].map((value) => value / pointsPerEm);
    page.placed([...scaled, e, f], () => composed.draw(page));
  }
  return finish(page, watermark);
}

/** Draws a watermark once, to be placed on the pages of a file by `placements`. Throws as `drawWatermark` does. */
export async function drawWatermarkBlock(
  watermark: Watermark,
  fontsDirectory: string,
): Promise<WatermarkBlock> {
  const { library, typesetter, size, draw } = await compose(watermark, fontsDirectory);
  const page = new PdfPage(library, typesetter, [size.width * pointsPerEm, size.height * pointsPerEm]);
  draw(page);
  return { pdf: await finish(page, watermark), size, pointsPerEm };
}

interface Row {
  readonly line: Line;
  /** In em. */
  readonly size: number;
}

async function compose(watermark: Watermark, fontsDirectory: string) {
  const library = await openFontLibrary(fontsDirectory);
  const reader = watermark.reader.replace(/\s+/gu, ' ').trim();
  const particulars = `${formatTime(watermark.shownAt)} · ${watermark.documentId}`;
  const typesetter = await Typesetter.create(library, reader);
  const rows: Row[] = [
    ...typesetter.lines(reader, 'strong', readerMeasure).map((line) => ({ line, size: 1 })),
    ...typesetter.lines(particulars, 'text', { maxWidth: 100 }).map((line) => ({ line, size: smallSize })),
  ];
  const size: Size = {
    width: Math.max(...rows.map((row) => row.line.width * row.size)),
    height: rows.reduce((sum, row) => sum + heightOf(row), 0) + descent,
  };
  return { library, typesetter, size, draw: (page: PdfPage) => drawRows(page, rows, size) };
}

/** Scripts with tall letters, such as Tibetan, need more than the leading of the others. */
const heightOf = ({ line, size }: Row): number => Math.max(leading, line.naturalLeading) * size;

/** Draws lines one below the other, each in the middle: names are written from both sides. */
function drawRows(page: PdfPage, rows: readonly Row[], { width, height }: Size): void {
  page.watermark(look, pointsPerEm, () => {
    let baseline = height;
    for (const row of rows) {
      baseline -= heightOf(row);
      const left = (width - row.line.width * row.size) / 2;
      page.line(
        row.line,
        left * pointsPerEm,
        (baseline + descent) * pointsPerEm,
        row.size * pointsPerEm,
        look.ink,
      );
    }
  });
}

const finish = (page: PdfPage, { shownAt }: Watermark): Promise<Uint8Array> =>
  page.finish('Watermark', new Date(shownAt));

/** Returns `2026-11-22 22:05 UTC`, which nobody reads the wrong way round. */
function formatTime(time: string): string {
  const [day = '', clock = ''] = new Date(time).toISOString().split('T');
  return `${day} ${clock.slice(0, 5)} UTC`;
}
