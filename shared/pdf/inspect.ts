import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import { getDocument } from 'unpdf/pdfjs';
import { looksLikePdf } from './looksLikePdf.ts';

/** The facts about an uploaded PDF that the service uses. */
interface PdfFacts {
  /** At least 1, or 0 if `requiresPassword` is true and the page tree is encrypted too. */
  readonly pageCount: number;
  /** True when PDF readers ask for a password or a certificate before they show a page. */
  readonly requiresPassword: boolean;
}

/** Thrown when no ordinary PDF reader could open the file. The message is the error that such a reader would show. */
export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
}

/**
 * Opens a PDF as PDF readers do: repairs a damaged file, and stops if the file needs a password.
 *
 * The PDF is opened with pdf.js, the PDF reader of Firefox. If pdf.js fails, pdf-lib reads the page tree, which is rarely encrypted. So the
 * pages of a file with a lost trailer, or encrypted by certificate, can still be counted. This function sets no limits of memory and time,
 * so call it in a thread with limits.
 * @param bytes the whole file; this function does not change the bytes
 * @throws {UnreadablePdfError} when no ordinary PDF reader could open the file, or the file has no page
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfFacts> {
  if (!looksLikePdf(bytes)) throw new UnreadablePdfError('The file has no PDF header.');
  const seen = await readAsReader(bytes);
  if (typeof seen === 'number') return { pageCount: atLeastOnePage(seen), requiresPassword: false };
  const tree = await readPageTree(bytes);
  if (seen.name === 'PasswordException') return { pageCount: tree?.pageCount ?? 0, requiresPassword: true };
  if (!tree) throw new UnreadablePdfError(seen.message);
  return { pageCount: atLeastOnePage(tree.pageCount), requiresPassword: tree.isEncrypted };
}

function atLeastOnePage(pageCount: number): number {
  if (pageCount < 1) throw new UnreadablePdfError('The file has no pages.');
  return pageCount;
}

/** Returns the number of pages, or the error with which pdf.js refuses the file. */
async function readAsReader(bytes: Uint8Array): Promise<number | Error> {
  const task = getDocument({
    data: new Uint8Array(bytes), // a copy, because pdf.js detaches the buffer and refuses a Buffer
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    return (await task.promise).numPages;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await task.destroy(); // also empties the caches of pdf.js
  }
}

async function readPageTree(bytes: Uint8Array): Promise<{ pageCount: number; isEncrypted: boolean } | null> {
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: true, // by default, pdf-lib logs a line for each invalid object
      parseSpeed: ParseSpeeds.Fastest, // at slower speeds, pdf-lib waits for timers
    });
    return { pageCount: document.getPageCount(), isEncrypted: document.isEncrypted };
  } catch {
    return null;
  }
}
