import type { Frame } from '../watermark/placements.ts';
import type { OpenPage } from './document.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

const bytesPerFloat = 4;

/** Calls `write` with memory for `count` floats, and returns the floats; undefined if `write` returns false. */
export function floatsOf(
  pdfium: Pdfium,
  count: number,
  write: (pointer: Pointer) => boolean,
): number[] | undefined {
  return pdfium.withMemory(count * bytesPerFloat, (pointer) => {
    if (!write(pointer)) return undefined;
    const floats = new DataView(pdfium.bytes(pointer, count * bytesPerFloat).slice().buffer);
    return Array.from({ length: count }, (_, index) => floats.getFloat32(index * bytesPerFloat, true));
  });
}

/** Returns the part of a page that PDF readers show: the area that its crop box and its media box have in common. */
export function frameOf(pdfium: Pdfium, page: OpenPage): Frame | undefined {
  const { FPDF_GetPageBoundingBox } = pdfium.functions;
  // FS_RECTF in fpdfview.h: left, top, right, bottom.
  const box = floatsOf(pdfium, 4, (pointer) => FPDF_GetPageBoundingBox(page.pointer, pointer));
  if (!box) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  if (!(right > left && top > bottom)) return undefined;
  return { left, bottom, right, top, quarterTurns: page.rotation };
}
