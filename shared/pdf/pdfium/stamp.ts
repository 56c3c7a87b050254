import { withoutEmbeddedFiles } from '../watermark/embeddedFiles.ts';
import { type FramedPage, withOverlay } from '../watermark/overlay.ts';
import type { WatermarkBlock } from '../watermark/watermark.ts';
import { type OpenPage, OpenPdf } from './document.ts';
import { frameOf } from './frame.ts';
import { generateContent, isStamped } from './pageContent.ts';
import type { Pdfium } from './pdfium.ts';

/** Thrown when a page of the file cannot be stamped. Readers do not get such a file. */
export class UnstampedPdfError extends Error {
  override readonly name = 'UnstampedPdfError';
}

/** A copy of a file with a watermark on each page. */
export interface StampedCopy {
  readonly pdf: Uint8Array;
  /** The number of signatures in the file. The copy contains them, but no PDF reader accepts them as valid. */
  readonly signatures: number;
  /** The number of files that are attached to the file. A watermark cannot mark them, so the copy has none of them. */
  readonly attachments: number;
}

/** `FPDF_ANNOT_FILEATTACHMENT` in fpdf_annot.h. */
const fileAttachment = 17;

/**
 * Puts watermarks over the content of every page of a file. Text, links, forms and outline do not change.
 * @param pageCount the number of pages that PDF readers find in the file. Some files name more pages, which the copy does not have
 * @throws {UnopenedPdfError} for a file that nobody can open; UnstampedPdfError for a file with a page that cannot be stamped
 */
export async function stampPdf(
  pdfium: Pdfium,
  file: Uint8Array,
  block: WatermarkBlock,
  pageCount: number,
): Promise<StampedCopy> {
  const overlaid = await overlay(pdfium, file, block, pageCount);
  if (overlaid) return overlaid;
  const drawn = withPrepared(pdfium, file, pageCount, (pdf, { pages, lost }) => {
    if (!generateContent(pdfium, pdf, pages, block))
      throw new UnstampedPdfError('A page of the file cannot be stamped.');
    return { pdf: pdf.savedCopy(), lost, isEncrypted: isEncrypted(pdfium, pdf) };
  });
  const { lost } = drawn;
  if (lost.attachments === 0) return { pdf: drawn.pdf, ...lost };
  if (drawn.isEncrypted) throw new UnstampedPdfError('Files in an encrypted file cannot be left out.');
  return { pdf: await withoutEmbeddedFiles(drawn.pdf), ...lost };
}

const isEncrypted = ({ functions }: Pdfium, pdf: OpenPdf): boolean => functions.EPDF_IsEncrypted(pdf.pointer);

/**
 * PDFium writes the file, and then pdf-lib puts the watermarks over the pages. This is fast, because pdf-lib does not search the whole file
 * for each page as PDFium does. Returns undefined for an encrypted file, and if a watermark would not be in its place.
 */
async function overlay(
  pdfium: Pdfium,
  file: Uint8Array,
  block: WatermarkBlock,
  pageCount: number,
): Promise<StampedCopy | undefined> {
  const { written, pages, lost } = withPrepared(pdfium, file, pageCount, (pdf, prepared) => {
    const areNamed = prepared.pages.every(({ objectNumber }) => objectNumber > 0);
    const canBeChanged = areNamed && !isEncrypted(pdfium, pdf);
    return { ...prepared, written: canBeChanged ? pdf.savedCopy() : undefined };
  });
  // pdf-lib may fail on a file that PDFium can read.
  const overlaid = written && (await withOverlay(written, pages, block).catch(() => undefined));
  if (!overlaid || !isStamped(pdfium, overlaid, pages, block)) return undefined;
  return { pdf: overlaid, ...lost };
}

interface Prepared {
  /** All pages of the file. */
  readonly pages: readonly FramedPage[];
  readonly lost: Omit<StampedCopy, 'pdf'>;
}

/** Removes missing pages and attached files from a file, then calls `work` with it. */
function withPrepared<T>(
  pdfium: Pdfium,
  file: Uint8Array,
  pageCount: number,
  work: (pdf: OpenPdf, prepared: Prepared) => T,
): T {
  const { functions } = pdfium;
  const pdf = OpenPdf.open(pdfium, file);
  try {
    let attachments = removeAttachments(pdfium, pdf);
    const pages: FramedPage[] = [];
    const missing: number[] = [];
    for (let index = 0; index < pdf.pageCount; index++) {
      const framed = pdf.withPage(index, (page) => {
        attachments += removeAttachedNotes(pdfium, page);
        return {
          objectNumber: functions.EPDFPage_GetObjectNumber(page.pointer),
          frame: frameOf(pdfium, page),
        };
      });
      if (!framed) missing.push(index);
      else if (framed.frame) pages.push({ ...framed, frame: framed.frame });
      else throw new UnstampedPdfError(`Page ${index + 1} of the file cannot be stamped.`);
    }
    if (pages.length < Math.max(pageCount, 1))
      throw new UnstampedPdfError('Some pages of the file cannot be stamped.');
    for (const index of missing.reverse()) functions.FPDFPage_Delete(pdf.pointer, index);
    const signatures = Math.max(functions.FPDF_GetSignatureCount(pdf.pointer), 0);
    return work(pdf, { pages, lost: { signatures, attachments } });
  } finally {
    pdf.close();
  }
}

/** Removes the attached files of a document, and returns their number. */
function removeAttachments({ functions }: Pdfium, pdf: OpenPdf): number {
  const count = functions.FPDFDoc_GetAttachmentCount(pdf.pointer);
  for (let index = count - 1; index >= 0; index--) functions.FPDFDoc_DeleteAttachment(pdf.pointer, index);
  return count;
}

/** Removes the notes of a page that contain a file, and returns their number. */
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
