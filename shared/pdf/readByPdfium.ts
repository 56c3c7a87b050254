import { readFile } from 'node:fs/promises';
import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import { OpenPdf, UnopenedPdfError } from './pdfium/document.ts';
import { Pdfium } from './pdfium/pdfium.ts';
import { type CompiledWasm, compileWasm } from './wasm.ts';

/** Enough for a file of 100 MB and a second one that is decrypted. */
const megabytes = 512;

let compiled: Promise<CompiledWasm> | undefined;

export interface ReadByPdfium {
  readonly refusal: 'password' | 'damaged' | undefined;
  readonly pageCount: number;
  /** The file without its encryption. Undefined if it is not encrypted, or cannot be decrypted. */
  readonly decrypted: Uint8Array | undefined;
}

/**
 * Opens a file with PDFium, the PDF reader of Chromium, which repairs other damage than pdf.js. It counts the pages that exist.
 * @param wasm the path of `pdfium.wasm`
 */
export async function readByPdfium(file: Uint8Array, wasm: string): Promise<ReadByPdfium> {
  compiled ??= readFile(wasm).then(compileWasm);
  // A hostile file may have changed the state of another instance.
  const pdfium = await Pdfium.start(await compiled, megabytes);
  const { functions } = pdfium;
  try {
    const pdf = OpenPdf.open(pdfium, file);
    const isDecrypted =
      functions.EPDF_IsEncrypted(pdf.pointer) && functions.EPDF_RemoveEncryption(pdf.pointer);
    return {
      refusal: undefined,
      pageCount: pdf.pageCount,
      decrypted: isDecrypted ? pdf.savedCopy() : undefined,
    };
  } catch (error) {
    if (!(error instanceof UnopenedPdfError)) throw error;
    return { refusal: error.refusal, pageCount: 0, decrypted: undefined };
  }
}

/** Counts the pages of a file that asks for a password. Its page tree is often not encrypted. Returns 0 if it is. */
export async function countLockedPages(file: Uint8Array): Promise<number> {
  try {
    const document = await PDFDocument.load(file, {
      ignoreEncryption: true,
      updateMetadata: false,
      throwOnInvalidObject: true, // by default, pdf-lib logs a line for each invalid object
      parseSpeed: ParseSpeeds.Fastest, // at slower speeds, pdf-lib waits for timers
    });
    return document.getPageCount();
  } catch {
    return 0;
  }
}
