import type { OpenPdf } from './document.ts';
import { drawPage, type PictureBounds } from './draw.ts';
import type { Pdfium } from './pdfium.ts';

/** A small picture: the letters of a watermark are three pixels high, and visible as a change of color. */
const bounds: PictureBounds = { maxPixels: 60_000, maxSide: 400, maxPixelsPerInch: 72 };
/** A smaller difference of color can be an error of rounding. */
const visibleDifference = 8;
/** The part of a page's fields that must show a difference. Watermarks lie over the whole page, with clear space between them. */
const fieldsAcross = 3;

/**
 * Draws a page with and without its watermarks, which are its last objects, and returns whether they are visible all over the page.
 * @param marks the number of the watermarks
 */
export function showsMarks(pdfium: Pdfium, pdf: OpenPdf, index: number, marks: number): boolean {
  const { functions } = pdfium;
  const shows = pdf.withPage(index, (page) => {
    const marked = drawPage(pdfium, page, bounds);
    for (let left = marks; left > 0; left--) {
      const last = functions.FPDFPage_CountObjects(page.pointer) - 1;
      const object = last < 0 ? 0 : functions.FPDFPage_GetObject(page.pointer, last);
      if (object === 0 || !functions.FPDFPage_RemoveObject(page.pointer, object)) return false;
      functions.FPDFPageObj_Destroy(object);
    }
    const clean = drawPage(pdfium, page, bounds);
    const { width, height } = marked;
    const changed = new Set<number>();
    for (let at = 0; at < marked.rgba.length; at++) {
      if (Math.abs((marked.rgba[at] ?? 0) - (clean.rgba[at] ?? 0)) < visibleDifference) continue;
      const pixel = Math.floor(at / 4);
      const column = Math.floor(((pixel % width) / width) * fieldsAcross);
      const row = Math.floor((Math.floor(pixel / width) / height) * fieldsAcross);
      changed.add(row * fieldsAcross + column);
    }
    return changed.size >= Math.min(marks, fieldsAcross);
  });
  return shows ?? false;
}
