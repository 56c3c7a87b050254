import type { Picture } from '../pictures/picture.ts';
import type { Size } from '../watermark/placements.ts';
import type { OpenPage } from './document.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

export interface PictureBounds {
  readonly maxPixels: number;
  readonly maxSide: number;
  /** The resolution up to which small pages are enlarged. */
  readonly maxPixelsPerInch: number;
  /** Pages that would have shorter sides at this resolution are enlarged until the longer side has this length. Default: 1 */
  readonly minSide?: number;
}

const pointsPerInch = 72;
const bytesPerPixel = 4;
/**
 * Values from fpdfview.h. `redFirst` gives the byte order of pictures. `annotations` (`FPDF_ANNOT`) draws comments.
 */
const bitmapFormat = { bgra: 4 } as const;
const renderFlags = { annotations: 0x01, redFirst: 0x10, smallImageCache: 0x200 } as const;
const white = 0xff;

/** Returns the size of a page's picture: the largest size within the bounds, and at least one pixel. */
function pictureSize(
  { width, height }: Size,
  { maxPixels, maxSide, maxPixelsPerInch, minSide = 1 }: PictureBounds,
): Size {
  const least = 1 / 1000;
  const [across, down] = [Math.max(width, least), Math.max(height, least)];
  const longer = Math.max(across, down);
  const scale = Math.min(
    Math.sqrt(maxPixels / (across * down)),
    maxSide / longer,
    Math.max(maxPixelsPerInch / pointsPerInch, minSide / longer),
  );
  return {
    width: Math.max(Math.floor(across * scale), 1),
    height: Math.max(Math.floor(down * scale), 1),
  };
}

/** Draws a page on a white background as PDF readers show it, with comments. Form fields are drawn if the form environment is open. */
export function drawPage(pdfium: Pdfium, page: OpenPage, bounds: PictureBounds): Picture {
  const { width, height } = pictureSize(page.size, bounds);
  return onBitmap(pdfium, width, height, undefined, (bitmap) => drawOn(pdfium, bitmap, page, width, height));
}

/** Draws a page over a picture, and returns the result as a new picture. The page is scaled to the size of the picture. */
export const drawOver = (pdfium: Pdfium, picture: Picture, page: OpenPage): Picture =>
  onBitmap(pdfium, picture.width, picture.height, picture.rgba, (bitmap) =>
    drawOn(pdfium, bitmap, page, picture.width, picture.height),
  );

function drawOn({ functions }: Pdfium, bitmap: Pointer, page: OpenPage, width: number, height: number) {
  const { annotations, redFirst, smallImageCache } = renderFlags;
  const flags = annotations | redFirst | smallImageCache;
  functions.FPDF_RenderPageBitmap(bitmap, page.pointer, 0, 0, width, height, 0, flags);
  if (page.form !== undefined)
    functions.FPDF_FFLDraw(page.form, bitmap, page.pointer, 0, 0, width, height, 0, flags);
}

/**
 * Calls `draw` with a bitmap, and returns a copy of its pixels. Before `draw`, the bitmap has the given pixels, or is white if none are
 * given.
 */
function onBitmap(
  pdfium: Pdfium,
  width: number,
  height: number,
  pixels: Uint8Array | undefined,
  draw: (bitmap: Pointer) => void,
): Picture {
  const { functions } = pdfium;
  const stride = width * bytesPerPixel;
  return pdfium.withMemory(stride * height, (buffer) => {
    if (pixels) pdfium.bytes(buffer, stride * height).set(pixels);
    else pdfium.bytes(buffer, stride * height).fill(white);
    const bitmap = functions.FPDFBitmap_CreateEx(width, height, bitmapFormat.bgra, buffer, stride);
    if (bitmap === 0) throw new Error(`PDFium made no bitmap of ${width} by ${height}`);
    try {
      draw(bitmap);
    } finally {
      functions.FPDFBitmap_Destroy(bitmap);
    }
    return { width, height, rgba: pdfium.bytes(buffer, stride * height).slice() };
  });
}
