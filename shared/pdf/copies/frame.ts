import { PDFArray, type PDFDict, PDFNumber } from 'pdf-lib';
import type { Frame } from '../watermark/placements.ts';
import { inherited } from './objects.ts';

/** The size of a page without a media box, as in PDFium: US letter. */
const letter = [0, 0, 612, 792] as const;

/**
 * Returns the part of a page that PDF readers show: the area that its crop box and its media box have in common (ISO 32000-2, 14.11.2). A
 * crop box that misses the media box counts as none, and so does a box without an area.
 */
export function frameOf(page: PDFDict): Frame {
  const media = boxOf(page, 'MediaBox') ?? letter;
  const crop = boxOf(page, 'CropBox') ?? media;
  const both = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ] as const;
  const [left, bottom, right, top] = both[2] > both[0] && both[3] > both[1] ? both : media;
  const rotation = inherited(page, 'Rotate');
  const turns = rotation instanceof PDFNumber ? Math.trunc(rotation.asNumber() / 90) % 4 : 0;
  return { left, bottom, right, top, quarterTurns: (turns + 4) % 4 };
}

type Box = readonly [number, number, number, number];

function boxOf(page: PDFDict, key: string): Box | undefined {
  const value = inherited(page, key);
  if (!(value instanceof PDFArray) || value.size() < 4) return undefined;
  const numbers = value.asArray().map((side) => page.context.lookup(side));
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.map((side) =>
    side instanceof PDFNumber ? side.asNumber() : Number.NaN,
  );
  const box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)] as const;
  return box.every(Number.isFinite) && box[2] > box[0] && box[3] > box[1] ? box : undefined;
}
