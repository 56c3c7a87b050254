import { blocksOn, type FramedPage } from '../watermark/overlay.ts';
import type { Matrix } from '../watermark/placements.ts';
import type { WatermarkBlock } from '../watermark/watermark.ts';
import { type OpenPage, OpenPdf } from './document.ts';
import { floatsOf } from './frame.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** `FPDF_PAGEOBJ_FORM` in fpdf_edit.h. */
const formObject = 5;
/** The allowed error in the place of a watermark, in points. PDFium writes numbers with six decimals and reads them as floats. */
const tolerance = 0.5;

/**
 * Stamps the pages of an open file. Returns false if a page cannot be stamped. Stamping a thousand pages takes 12 s, because PDFium
 * searches the whole file for each page (`GetObjectsWithMultipleReferences` in its sources).
 */
export function generateContent(
  pdfium: Pdfium,
  pdf: OpenPdf,
  pages: readonly FramedPage[],
  block: WatermarkBlock,
): boolean {
  const { functions } = pdfium;
  const watermark = OpenPdf.open(pdfium, block.pdf);
  try {
    const form = functions.FPDF_NewXObjectFromPage(pdf.pointer, watermark.pointer, 0);
    if (form === 0) throw new Error('PDFium imported no watermark');
    const areStamped = pages.every(({ frame }, index) =>
      pdf.withPage(index, (page) => {
        for (const matrix of blocksOn(frame, block)) {
          const object = functions.FPDF_NewFormObjectFromXObject(form);
          if (object === 0) return false;
          functions.FPDFPageObj_Transform(object, ...matrix);
          functions.FPDFPage_InsertObject(page.pointer, object);
        }
        return functions.FPDFPage_GenerateContent(page.pointer);
      }),
    );
    functions.FPDF_CloseXObject(form);
    return areStamped;
  } finally {
    watermark.close();
  }
}

/**
 * Returns whether each page of a file ends with its watermarks: the last objects of the page are the watermarks, in place and not clipped.
 */
export function isStamped(
  pdfium: Pdfium,
  file: Uint8Array,
  pages: readonly FramedPage[],
  block: WatermarkBlock,
): boolean {
  const pdf = OpenPdf.open(pdfium, file);
  try {
    return (
      pdf.pageCount === pages.length &&
      pages.every(({ frame }, index) =>
        pdf.withPage(index, (page) => {
          const matrices = blocksOn(frame, block);
          const first = pdfium.functions.FPDFPage_CountObjects(page.pointer) - matrices.length;
          return matrices.every((matrix, at) => isForm(pdfium, page, first + at, matrix, block));
        }),
      )
    );
  } finally {
    pdf.close();
  }
}

function isForm(
  pdfium: Pdfium,
  page: OpenPage,
  index: number,
  matrix: Matrix,
  block: WatermarkBlock,
): boolean {
  const { functions } = pdfium;
  const object = index < 0 ? 0 : functions.FPDFPage_GetObject(page.pointer, index);
  if (object === 0 || functions.FPDFPageObj_GetType(object) !== formObject || isClipped(pdfium, object))
    return false;
  const found = floatsOf(pdfium, 6, (pointer) => functions.FPDFPageObj_GetMatrix(object, pointer));
  if (!found) return false;
  // The errors of the matrix add up most at the corner (width, height) of the block. All other points of the block are nearer to their
  // places.
  const [width, height] = [block.size.width * block.pointsPerEm, block.size.height * block.pointsPerEm];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = found.map((value, at) =>
    Math.abs(value - (matrix[at] ?? 0)),
  );
  return a * width + c * height + e <= tolerance && b * width + d * height + f <= tolerance;
}

const isClipped = ({ functions }: Pdfium, object: Pointer): boolean =>
  functions.FPDFClipPath_CountPaths(functions.FPDFPageObj_GetClipPath(object)) > 0;
