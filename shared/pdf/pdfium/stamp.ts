import { type Frame, followedBy, fromShown, placements, shownSize } from '../watermark/placements.ts';
import type { WatermarkBlock } from '../watermark/watermark.ts';
import { type OpenPage, OpenPdf } from './document.ts';
import type { Pdfium, Pointer } from './pdfium.ts';
import { savedCopy } from './save.ts';

/** Some page of a file cannot be stamped, so none of the file is handed out. */
export class UnstampedPdfError extends Error {
  override readonly name = 'UnstampedPdfError';
}

/** A copy of a file with a watermark on each page. */
export interface StampedCopy {
  readonly pdf: Uint8Array;
  /** Signatures that the file had. They are in the copy, and no reader takes them for valid any more. */
  readonly signatures: number;
  /** Files inside the file, which a watermark does not reach: the copy has none of them. */
  readonly attachments: number;
}

/** `FPDF_ANNOT_FILEATTACHMENT` in fpdf_annot.h. */
const fileAttachment = 17;
const bytesPerFloat = 4;

/**
 * Stamps every page of a file, over what is on it. Its text, links, forms and outline stay.
 * @param pageCount the pages that readers find in the file: some files name more, which are left out, and none has fewer stamped
 * @throws {UnopenedPdfError} for a file that nobody can open; UnstampedPdfError for one of which a page cannot be stamped
 */
export function stampPdf(
  pdfium: Pdfium,
  file: Uint8Array,
  block: WatermarkBlock,
  pageCount: number,
): StampedCopy {
  const { functions } = pdfium;
  const pdf = OpenPdf.open(pdfium, file);
  const watermark = OpenPdf.open(pdfium, block.pdf);
  try {
    const form = functions.FPDF_NewXObjectFromPage(pdf.pointer, watermark.pointer, 0);
    if (form === 0) throw new Error('PDFium imported no watermark');
    let attachments = removeAttachments(pdfium, pdf);
    const missing: number[] = [];
    for (let index = 0; index < pdf.pageCount; index++) {
      const isStamped = pdf.withPage(index, (page) => {
        attachments += removeAttachedNotes(pdfium, page);
        return stampPage(pdfium, page, form, block);
      });
      if (isStamped === false)
        throw new UnstampedPdfError(`Page ${index + 1} of the file cannot be stamped.`);
      if (isStamped === undefined) missing.push(index);
    }
    if (pdf.pageCount - missing.length < Math.max(pageCount, 1))
      throw new UnstampedPdfError('Some pages of the file cannot be stamped.');
    for (const index of missing.reverse()) functions.FPDFPage_Delete(pdf.pointer, index);
    functions.FPDF_CloseXObject(form);
    const signatures = Math.max(functions.FPDF_GetSignatureCount(pdf.pointer), 0);
    return { pdf: savedCopy(pdfium, pdf), signatures, attachments };
  } finally {
    watermark.close();
    pdf.close();
  }
}

/** Returns whether the page has its watermarks now. */
function stampPage(
  pdfium: Pdfium,
  page: OpenPage,
  form: Pointer,
  { size, pointsPerEm }: WatermarkBlock,
): boolean {
  const { functions } = pdfium;
  const frame = frameOf(pdfium, page);
  if (!frame) return false;
  const toPage = fromShown(frame);
  for (const placement of placements(shownSize(frame), size)) {
    const object = functions.FPDF_NewFormObjectFromXObject(form);
    if (object === 0) return false;
    const [a, b, c, d, e, f] = followedBy(placement, toPage);
    const [scaledA, scaledB, scaledC, scaledD] = [a, b, c, d].map((value) => value / pointsPerEm);
    functions.FPDFPageObj_Transform(object, scaledA ?? 0, scaledB ?? 0, scaledC ?? 0, scaledD ?? 0, e, f);
    functions.FPDFPage_InsertObject(page.pointer, object);
  }
  return functions.FPDFPage_GenerateContent(page.pointer);
}

/** Returns what readers show of a page: where its crop box and its media box overlap. */
function frameOf(pdfium: Pdfium, page: OpenPage): Frame | undefined {
  return pdfium.withMemory(4 * bytesPerFloat, (pointer) => {
    if (!pdfium.functions.FPDF_GetPageBoundingBox(page.pointer, pointer)) return undefined;
    const floats = new DataView(pdfium.bytes(pointer, 4 * bytesPerFloat).slice().buffer);
    // FS_RECTF in fpdfview.h: left, top, right, bottom.
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map((index) =>
      floats.getFloat32(index * bytesPerFloat, true),
    );
    if (!(right > left && top > bottom)) return undefined;
    return { left, bottom, right, top, quarterTurns: page.rotation };
  });
}

/** Removes the files that a document names, and returns how many there were. */
function removeAttachments({ functions }: Pdfium, pdf: OpenPdf): number {
  const count = functions.FPDFDoc_GetAttachmentCount(pdf.pointer);
  for (let index = count - 1; index >= 0; index--) functions.FPDFDoc_DeleteAttachment(pdf.pointer, index);
  return count;
}

/** Removes the notes of a page that have a file in them. */
function removeAttachedNotes({ functions }: Pdfium, page: OpenPage): number {
  let removed = 0;
  for (let index = functions.FPDFPage_GetAnnotCount(page.pointer) - 1; index >= 0; index--) {
    const note = functions.FPDFPage_GetAnnot(page.pointer, index);
    const hasFile = functions.FPDFAnnot_GetSubtype(note) === fileAttachment;
    functions.FPDFPage_CloseAnnot(note);
    if (hasFile && functions.FPDFPage_RemoveAnnot(page.pointer, index)) removed++;
  }
  return removed;
}
