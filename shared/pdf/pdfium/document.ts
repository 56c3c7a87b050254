import { offsetOfHeader } from '../looksLikePdf.ts';
import type { Size } from '../watermark/placements.ts';
import { withLostTrailer } from './lostTrailer.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** The errors that mean that a file needs a password (`FPDF_ERR_*` in fpdfview.h). */
const refusals = { password: 4, security: 5 } as const;
export type Refusal = 'password' | 'damaged';

/** Thrown when PDFium cannot open the file. */
export class UnopenedPdfError extends Error {
  override readonly name = 'UnopenedPdfError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal === 'password' ? 'The file asks for a password.' : 'The file is damaged.');
    this.refusal = refusal;
  }
}

/** An open page. `withPage` opens the page for some work, and closes it afterwards. */
export interface OpenPage {
  readonly pointer: Pointer;
  /** The first page is 0. */
  readonly index: number;
  /** The size in points of 1/72 inch, as PDF readers show the page: after cropping and rotation. */
  readonly size: Size;
  /** The rotation in quarter turns clockwise. `size` is the size after this rotation. */
  readonly rotation: number;
  /** The form environment, if it is open and the page has annotations. */
  readonly form: Pointer | undefined;
}

/** PDFium's form environment of a document, and the memory with its settings. */
interface Forms {
  readonly environment: Pointer;
  readonly settings: Pointer;
  readonly beforePage: (page: Pointer) => void;
}

/** A length in points that is larger than any page. */
const everywhere = 1e9;
/** The number of missing pages in a row after which a list of pages counts as ended. A damaged file can list millions of pages. */
const missingInRowMax = 5000;
/** The size of `FS_SIZEF` in fpdfview.h: two floats. */
const sizeBytes = 8;

/** Returns the places of the pages that exist. */
function existingPages(pdfium: Pdfium, pointer: Pointer): number[] {
  const { functions } = pdfium;
  const count = functions.FPDF_GetPageCount(pointer);
  return pdfium.withMemory(sizeBytes, (size) => {
    const places: number[] = [];
    for (let place = 0, missing = 0; place < count && missing < missingInRowMax; place++) {
      const exists = functions.FPDF_GetPageSizeByIndexF(pointer, place, size);
      missing = exists ? 0 : missing + 1;
      if (exists) places.push(place);
    }
    return places;
  });
}

/** Returns a file without the bytes before its header; undefined if there are none. */
function withoutBeginning(file: Uint8Array): Uint8Array | undefined {
  const offset = offsetOfHeader(file);
  return offset > 0 ? file.subarray(offset) : undefined;
}

/** A PDF that is open in an instance of PDFium until `close` is called. */
export class OpenPdf {
  readonly #pdfium: Pdfium;
  /** The number of pages that exist. Some files list pages that are missing. */
  readonly pageCount: number;
  /** The place of each existing page in PDFium's list of pages. */
  readonly #places: readonly number[];
  readonly #bytes: Pointer;
  readonly #length: number;
  #pointer: Pointer;
  #forms: Forms | undefined;

  private constructor(pdfium: Pdfium, pointer: Pointer, bytes: Pointer, length: number) {
    this.#pdfium = pdfium;
    this.#pointer = pointer;
    this.#bytes = bytes;
    this.#length = length;
    this.#places = existingPages(pdfium, pointer);
    this.pageCount = this.#places.length;
  }

  /** Opens a file without a password. Throws an UnopenedPdfError for a file that needs a password, is damaged, or has no page. */
  static open(pdfium: Pdfium, file: Uint8Array): OpenPdf {
    const opened = OpenPdf.#load(pdfium, file);
    if (opened instanceof OpenPdf) return opened;
    if (opened.refusal === 'damaged')
      for (const mended of [withLostTrailer(file), withoutBeginning(file)]) {
        const reopened = mended && OpenPdf.#load(pdfium, mended);
        if (reopened instanceof OpenPdf) return reopened;
        if (reopened?.refusal === 'password') throw reopened;
      }
    throw opened;
  }

  static #load(pdfium: Pdfium, file: Uint8Array): OpenPdf | UnopenedPdfError {
    const { functions } = pdfium;
    const { malloc, free } = functions.pdfium.wasmExports;
    // This memory stays allocated as long as the document is open, because PDFium reads it.
    const bytes = malloc(file.byteLength);
    if (bytes === 0) throw new Error(`PDFium has no memory for a file of ${file.byteLength} bytes`);
    pdfium.bytes(bytes, file.byteLength).set(file);
    const pointer = functions.FPDF_LoadMemDocument64(bytes, file.byteLength, '');
    if (pointer === 0) {
      const error = functions.FPDF_GetLastError();
      free(bytes);
      return new UnopenedPdfError(
        error === refusals.password || error === refusals.security ? 'password' : 'damaged',
      );
    }
    const opened = new OpenPdf(pdfium, pointer, bytes, file.byteLength);
    if (opened.pageCount > 0) return opened;
    opened.close();
    return new UnopenedPdfError('damaged');
  }

  /** The pointer to the document that functions of the C interface take. `reopen` changes it. */
  get pointer(): Pointer {
    return this.#pointer;
  }

  /** Opens the file again. PDFium keeps fonts as long as a document is open. */
  reopen(): void {
    const { functions } = this.#pdfium;
    const forms = this.#forms;
    this.#closeDocument();
    this.#pointer = functions.FPDF_LoadMemDocument64(this.#bytes, this.#length, '');
    if (this.#pointer === 0) throw new Error('PDFium did not open the file again');
    if (forms) this.openForms(forms.beforePage);
  }

  /**
   * Opens the form environment, so that pictures show form fields and signatures. PDFium makes missing appearances when it opens a page.
   * Scripts and actions of the file do not run: this build of PDFium has no JavaScript, and only `FORM_Do...` functions begin actions.
   * @param beforePage is called with each page before its fields and comments are read
   */
  openForms(beforePage: (page: Pointer) => void): void {
    const { functions } = this.#pdfium;
    const settings = functions.PDFiumExt_OpenFormFillInfo();
    const environment = functions.PDFiumExt_InitFormFillEnvironment(this.pointer, settings);
    if (environment === 0) throw new Error('PDFium opened no form environment');
    // Without this, fields have a colored background, for people who fill them in.
    functions.FPDF_SetFormFieldHighlightAlpha(environment, 0);
    this.#forms = { environment, settings, beforePage };
  }

  /**
   * Calls `work` with a page, and returns the result. The index of the first page is 0. Returns undefined if the page cannot be read.
   * @param withForms whether the page gets the form environment, if it is open
   */
  withPage<T>(index: number, work: (page: OpenPage) => T, withForms = true): T | undefined {
    const { functions } = this.#pdfium;
    const pointer = functions.FPDF_LoadPage(this.pointer, this.placeOf(index));
    if (pointer === 0) return undefined;
    const hasForm = withForms && functions.FPDFPage_GetAnnotCount(pointer) > 0;
    const form = hasForm ? this.#forms?.environment : undefined;
    try {
      if (form !== undefined) {
        this.#forms?.beforePage(pointer);
        functions.FORM_OnAfterLoadPage(pointer, form);
      }
      const sizeOfPage = () => ({
        width: functions.FPDF_GetPageWidthF(pointer),
        height: functions.FPDF_GetPageHeightF(pointer),
      });
      let size = sizeOfPage();
      if (!(size.width > 0 && size.height > 0)) {
        // The crop box misses the media box, so the media box counts (ISO 32000-2, 14.11.2).
        functions.FPDFPage_SetCropBox(pointer, -everywhere, -everywhere, everywhere, everywhere);
        size = sizeOfPage();
      }
      return work({ pointer, index, size, rotation: functions.FPDFPage_GetRotation(pointer), form });
    } finally {
      if (form !== undefined) functions.FORM_OnBeforeClosePage(pointer, form);
      functions.FPDF_ClosePage(pointer);
    }
  }

  /** Returns the place of a page in PDFium's list of pages, which functions of the C interface take. */
  placeOf(index: number): number {
    return this.#places[index] ?? -1;
  }

  /** Returns the bytes of a new file that has all changes to the document. */
  savedCopy(): Uint8Array {
    const { functions } = this.#pdfium;
    const writer = functions.PDFiumExt_OpenFileWriter();
    try {
      if (functions.PDFiumExt_SaveAsCopy(this.pointer, writer) === 0) throw new Error('PDFium saved no copy');
      const length = functions.PDFiumExt_GetFileWriterSize(writer);
      return this.#pdfium.withMemory(length, (buffer) => {
        functions.PDFiumExt_GetFileWriterData(writer, buffer, length);
        return this.#pdfium.bytes(buffer, length).slice();
      });
    } finally {
      functions.PDFiumExt_CloseFileWriter(writer);
    }
  }

  close(): void {
    this.#closeDocument();
    this.#pdfium.functions.pdfium.wasmExports.free(this.#bytes);
  }

  #closeDocument(): void {
    const { functions } = this.#pdfium;
    if (this.#forms) {
      functions.PDFiumExt_ExitFormFillEnvironment(this.#forms.environment);
      functions.PDFiumExt_CloseFormFillInfo(this.#forms.settings);
      this.#forms = undefined;
    }
    functions.FPDF_CloseDocument(this.#pointer);
  }
}
