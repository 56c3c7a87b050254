import { randomBytes } from 'node:crypto';
import type { LackedKind } from '../copies/kinds.ts';
import { stampPages } from '../copies/stampedPages.ts';
import type { WatermarkBlock } from '../watermark/watermark.ts';
import { makeAppearances } from './appearances.ts';
import { showsMarks } from './checkedMarks.ts';
import { OpenPdf } from './document.ts';
import type { Pdfium } from './pdfium.ts';

/** Thrown when a page of the file cannot be stamped. Readers do not get such a file. */
export class UnstampedPdfError extends Error {
  override readonly name = 'UnstampedPdfError';
}

/** A copy of a file with a watermark on each page. */
export interface StampedCopy {
  readonly pdf: Uint8Array;
  /** The number of signatures in the file. The copy shows them as far as the file does, and no PDF reader can check them. */
  readonly signatures: number;
  /** The number of files in the file. A watermark cannot mark them, so the copy has none of them. */
  readonly attachments: number;
  /** What else the copy lacks. */
  readonly lacks: LackedKind[];
}

/** The largest number of pages that are drawn to check their watermarks. Drawing a page takes 10 to 100 ms. */
export const checkedPagesMax = 100;

/** A copy whose watermarks are still to be checked on some pages. */
export interface UncheckedCopy {
  /** The indexes of the pages that are to be checked. */
  readonly toCheck: readonly number[];
  /** Draws a page, and throws an UnstampedPdfError if it does not show its watermarks. */
  check(index: number): void;
  /** Returns the copy. Call this once, after all checks. */
  finish(): StampedCopy;
}

/**
 * Puts watermarks over every page of a file. The text does not change; links and the outline stay. Comments and form fields become part of
 * the pages, as they are drawn. The pages are not drawn yet, so that a caller can limit the time of each.
 *
 * PDFium opens the file, which repairs and decrypts it, makes missing appearances, and writes it. pdf-lib puts the watermarks over the pages
 * of what PDFium wrote. PDFium alone would search the whole file for each page.
 * @param pageCount the number of pages that PDF readers find in the file. Some files name more pages, which the copy does not have
 * @throws {UnopenedPdfError} for a file that nobody can open; UnstampedPdfError for a file with a page that cannot be stamped
 */
export async function beginCopy(
  pdfium: Pdfium,
  file: Uint8Array,
  block: WatermarkBlock,
  pageCount: number,
): Promise<UncheckedCopy> {
  const { written, pages, signatures, permissions } = prepare(pdfium, file, pageCount);
  const stamped = await stampPages(written, pages, block).catch((error: unknown) => {
    throw new UnstampedPdfError(`The file cannot be stamped: ${String(error)}`);
  });
  const { toCheck, marks, attachments, lacks } = stamped;
  if (toCheck.length > checkedPagesMax)
    throw new UnstampedPdfError('Too many pages of the file would have to be checked.');
  const pdf = OpenPdf.open(pdfium, stamped.pdf);
  if (pdf.pageCount !== marks.length) throw new UnstampedPdfError('The copy lacks pages.');
  return {
    toCheck,
    check(index) {
      if (!showsMarks(pdfium, pdf, index, marks[index] ?? 0))
        throw new UnstampedPdfError(`Page ${index + 1} of the copy does not show its watermark.`);
    },
    finish() {
      const limited = permissions === undefined ? stamped.pdf : encrypted(pdfium, pdf, permissions);
      pdf.close();
      return { pdf: limited, signatures, attachments, lacks };
    },
  };
}

/** Does the same as `beginCopy`, with all checks. */
export async function stampPdf(...given: Parameters<typeof beginCopy>): Promise<StampedCopy> {
  const copy = await beginCopy(...given);
  for (const index of copy.toCheck) copy.check(index);
  return copy.finish();
}

interface Prepared {
  /** The file as PDFium writes it, not encrypted. */
  readonly written: Uint8Array;
  /** The object numbers of the pages. */
  readonly pages: readonly number[];
  readonly signatures: number;
  /** What the author of an encrypted file allows its readers (ISO 32000-2, 7.6.4.2, entry `P`). */
  readonly permissions: number | undefined;
}

function prepare(pdfium: Pdfium, file: Uint8Array, pageCount: number): Prepared {
  const { functions } = pdfium;
  const pdf = OpenPdf.open(pdfium, file);
  try {
    const pages: number[] = [];
    for (let index = 0; index < pdf.pageCount; index++) {
      const number = functions.EPDFDoc_GetPageObjectNumberByIndex(pdf.pointer, pdf.placeOf(index));
      if (number > 0) pages.push(number);
    }
    if (pages.length < Math.max(pageCount, pdf.pageCount))
      throw new UnstampedPdfError('Some pages of the file cannot be stamped.');
    pages.length = Math.max(pageCount, 1);
    makeAppearances(pdfium, pdf);
    const signatures = Math.max(functions.FPDF_GetSignatureCount(pdf.pointer), 0);
    const isEncrypted = functions.EPDF_IsEncrypted(pdf.pointer);
    const permissions = isEncrypted ? functions.FPDF_GetDocPermissions(pdf.pointer) : undefined;
    if (isEncrypted && !functions.EPDF_RemoveEncryption(pdf.pointer))
      throw new UnstampedPdfError('The file cannot be decrypted.');
    return { written: pdf.savedCopy(), pages, signatures, permissions };
  } finally {
    pdf.close();
  }
}

/** Returns an open copy with encryption, without a password to open it, that limits readers as its file did. */
function encrypted({ functions }: Pdfium, pdf: OpenPdf, permissions: number): Uint8Array {
  const owner = randomBytes(16).toString('hex');
  if (!functions.EPDF_SetEncryption(pdf.pointer, '', owner, permissions))
    throw new UnstampedPdfError('The copy cannot be encrypted as the file is.');
  return pdf.savedCopy();
}
