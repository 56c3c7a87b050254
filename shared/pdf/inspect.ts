import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import { getDocument } from 'unpdf/pdfjs';
import { looksLikePdf } from './looksLikePdf.ts';

/** The facts about an uploaded PDF that the service uses. */
interface PdfFacts {
  /** At least 1. The one exception: 0 when `requiresPassword` and the encryption hides the page tree too. */
  readonly pageCount: number;
  /** True when a reader asks for a password or a certificate before it shows a page. */
  readonly requiresPassword: boolean;
}

/** No ordinary reader could open these bytes. The message says why, in a reader's words. */
export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
}

/**
 * Opens a PDF the way a reader does: repairs what readers repair, and stops where they ask for a password.
 *
 * The reader is pdf.js (Firefox). Where it gives up, pdf-lib gives a second opinion from the page tree alone,
 * which is rarely encrypted: for encryption by certificate, and for a file that lost its trailer.
 * Memory and time are not bounded here: run it where they are.
 * @param bytes the whole file; left as it is
 * @throws {UnreadablePdfError} when no ordinary reader could open it, or it has no page
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

/** Returns the number of pages, or the error a reader would show. */
async function readAsReader(bytes: Uint8Array): Promise<number | Error> {
  const task = getDocument({
    data: new Uint8Array(bytes), // a copy: pdf.js detaches the buffer it is given, and refuses a Buffer
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    return (await task.promise).numPages;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await task.destroy(); // also empties the caches pdf.js keeps between documents
  }
}

async function readPageTree(bytes: Uint8Array): Promise<{ pageCount: number; isEncrypted: boolean } | null> {
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: true, // otherwise it logs a line for each, and rubbish has many
      parseSpeed: ParseSpeeds.Fastest, // the slower speeds yield through timers
    });
    return { pageCount: document.getPageCount(), isEncrypted: document.isEncrypted };
  } catch {
    return null;
  }
}
