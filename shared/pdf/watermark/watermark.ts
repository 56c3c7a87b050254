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

/** A single upright watermark, which fills a PDF of one page. */
export interface WatermarkBlock {
  readonly pdf: Uint8Array;
  /** In em. */
  readonly size: Size;
  /** The block's page has this many points for each em. */
  readonly pointsPerEm: number;
}

/** The block is drawn large and reduced later, because lengths in the PDF are rounded to a thousandth of a point. */
const pointsPerEm = 100;
/** Most names and addresses fit into one line. Four lines are enough to identify a reader. */
const readerMeasure = { maxWidth: 32, maxLines: 4 } as const;
const leading = 1.3;
const smallSize = 0.82;
/** The space below the last baseline, in em. */
const descent = 0.35;

/**
 * The letters are dark, with a light rim for dark backgrounds and photographs. The text below stays readable. Both values were chosen by
 * eye: a fainter watermark disappears on a photograph, and a stronger one hides the text.
 */
const look = {
  ink: [0.25, 0.25, 0.3],
  rim: [1, 1, 1],
  inkOpacity: 0.32,
  rimOpacity: 0.3,
  rimWidth: 0.03,
} as const;

/**
 * Returns a PDF with the watermark for a page of the given size (in points, after cropping and rotation). The background is transparent.
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

/** Draws a single watermark, which `placements` places on the pages of a file. Throws like `drawWatermark`. */
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

/** Returns the height of a row. Scripts with tall letters, such as Tibetan, need more than the usual leading. */
const heightOf = ({ line, size }: Row): number => Math.max(leading, line.naturalLeading) * size;

/** Draws lines one below the other. They are centred, because names are written from left to right or from right to left. */
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

/** Returns the time as `2026-11-22 22:05 UTC`: the order of day and month is clear to everybody. */
function formatTime(time: string): string {
  const [day = '', clock = ''] = new Date(time).toISOString().split('T');
  return `${day} ${clock.slice(0, 5)} UTC`;
}
