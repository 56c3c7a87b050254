import { getDocument } from 'unpdf/pdfjs';
import { activeContentOf } from './activeContent.ts';
import type { ActiveKind } from './copies/kinds.ts';
import { looksLikePdf } from './looksLikePdf.ts';
import { UnreadablePdfError } from './unreadable.ts';

/** The facts about an uploaded PDF that the service uses. */
interface PdfFacts {
  /** At least 1, or 0 if `requiresPassword` is true and the page tree is encrypted too. */
  readonly pageCount: number;
  /** True when PDF readers ask for a password or a certificate before they show a page. */
  readonly requiresPassword: boolean;
  /** What the file can do or has beyond pages and links. Nothing for a file whose objects are encrypted with a password. */
  readonly activeContent: ActiveKind[];
}

/**
 * Opens a PDF as PDF readers do: repairs a damaged file, and stops if the file needs a password.
 *
 * The PDF is opened with pdf.js, the PDF reader of Firefox. If pdf.js fails, or its last page is missing, PDFium opens it, the PDF reader of
 * Chromium. A file that neither of them opens is unreadable. This function sets no limits of memory and time, so call it in a thread with
 * limits.
 * @param bytes the whole file; this function does not change the bytes
 * @param wasm the path of `pdfium.wasm`, which is read only for unusual files
 * @throws {UnreadablePdfError} when no ordinary PDF reader could open the file, or the file has no page
 */
export async function inspectPdf(bytes: Uint8Array, wasm: string): Promise<PdfFacts> {
  if (!looksLikePdf(bytes)) throw new UnreadablePdfError('damaged', 'The file has no PDF header.');
  const seen = await readAsReader(bytes);
  const isWhole = typeof seen === 'object' && 'pageCount' in seen && seen.pageCount > 0 && seen.hasLastPage;
  if (isWhole && !hidesObjects(bytes))
    return { pageCount: seen.pageCount, requiresPassword: false, activeContent: activeContentOf(bytes) };

  const { readByPdfium, countLockedPages } = await import('./readByPdfium.ts');
  const isLocked = seen instanceof Error && seen.name === 'PasswordException';
  const second = isLocked ? undefined : await readByPdfium(bytes, wasm);
  const activeContent = activeContentOf(second?.decrypted ?? bytes);
  if (isLocked || (seen instanceof Error && second?.refusal === 'password'))
    return { pageCount: await countLockedPages(bytes), requiresPassword: true, activeContent };
  const pageCount = seen instanceof Error || !seen.hasLastPage ? second?.pageCount || 0 : seen.pageCount;
  const counted = pageCount > 0 || seen instanceof Error ? pageCount : seen.pageCount;
  if (counted > 0) return { pageCount: counted, requiresPassword: false, activeContent };
  if (seen instanceof Error && second?.refusal !== undefined)
    throw new UnreadablePdfError('damaged', seen.message);
  throw new UnreadablePdfError('no_pages', 'The file has no pages.');
}

/** Returns whether a file that needs no password has encrypted object streams or addresses. Active content may be in them. */
function hidesObjects(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.includes('/Encrypt') && (file.includes('/ObjStm') || file.includes('/URI'));
}

interface Seen {
  readonly pageCount: number;
  /** False if the file lists pages that are missing. */
  readonly hasLastPage: boolean;
}

/** Returns the number of pages, or the error with which pdf.js refuses the file. */
async function readAsReader(bytes: Uint8Array): Promise<Seen | Error> {
  const task = getDocument({
    data: new Uint8Array(bytes), // a copy, because pdf.js detaches the buffer and refuses a Buffer
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    const document = await task.promise;
    const { numPages: pageCount } = document;
    const hasLastPage =
      pageCount > 0 &&
      (await document.getPage(pageCount).then(
        () => true,
        () => false,
      ));
    return { pageCount, hasLastPage };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await task.destroy(); // also empties the caches of pdf.js
  }
}
