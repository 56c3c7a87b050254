import type { OpenPage } from './document.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

const bytesPerFloat = 4;

/** A rectangle in the coordinates of a page, in points. */
export interface Frame {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Returns the rectangle that a function writes as an `FS_RECTF` (fpdfview.h); undefined if the function fails or it is empty. */
export const frameFrom = (pdfium: Pdfium, write: (pointer: Pointer) => boolean): Frame | undefined =>
  pdfium.withMemory(4 * bytesPerFloat, (pointer) => {
    if (!write(pointer)) return undefined;
    const floats = new DataView(pdfium.bytes(pointer, 4 * bytesPerFloat).slice().buffer);
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map((index) =>
      floats.getFloat32(index * bytesPerFloat, true),
    );
    return right > left && top > bottom ? { left, bottom, right, top } : undefined;
  });

/** Returns the part of a page that PDF readers show: the area that its crop box and its media box have in common. */
export const frameOf = (pdfium: Pdfium, page: OpenPage): Frame | undefined =>
  frameFrom(pdfium, (pointer) => pdfium.functions.FPDF_GetPageBoundingBox(page.pointer, pointer));
