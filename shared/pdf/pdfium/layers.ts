import { LayerState, mayHideLayers } from '../layerState.ts';
import type { OpenPage, OpenPdf } from './document.ts';
import { leaveOutHiddenTexts } from './hiddenTexts.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

const hiddenFlag = 0x02; // ISO 32000-2, table 167

/** Reading the states of layers takes a second for a file of this size. In larger files, comments on hidden layers are drawn. */
const readMax = 32 * 2 ** 20;

/** The layers (optional content) of an open file. */
export class Layers {
  readonly #pdfium: Pdfium;
  readonly #pdf: OpenPdf;
  readonly #mayHide: boolean;
  #state: LayerState | undefined;
  /** Whether the states of layers were not read yet, and can be read within the limits of a page. */
  #isReadable: boolean;
  #isWanted = false;

  constructor(pdfium: Pdfium, pdf: OpenPdf, file: Uint8Array) {
    this.#pdfium = pdfium;
    this.#pdf = pdf;
    this.#mayHide = mayHideLayers(file);
    this.#isReadable = file.byteLength <= readMax;
  }

  /** Hides the annotations of a page that are on hidden layers. PDFium draws them otherwise. */
  hideAnnotations(page: Pointer): void {
    if (!this.#mayHide) return;
    const { functions } = this.#pdfium;
    const count = functions.FPDFPage_GetAnnotCount(page);
    for (let index = 0; index < count; index++) {
      const annotation = functions.FPDFPage_GetAnnot(page, index);
      if (annotation === 0) continue;
      // The annotation or its appearance may have a layer.
      if (['OC', 'AP'].some((key) => functions.FPDFAnnot_HasKey(annotation, key))) {
        this.#isWanted = this.#isReadable;
        if (this.#state?.isHidden(functions.EPDFPage_GetObjectNumber(page), index))
          functions.FPDFAnnot_SetFlags(annotation, functions.FPDFAnnot_GetFlags(annotation) | hiddenFlag);
      }
      functions.FPDFPage_CloseAnnot(annotation);
    }
  }

  /**
   * Reads the states of layers if `hideAnnotations` has met an annotation with a layer. Returns true if the page must be opened again. The
   * states are read only for such files, because another library has to read the whole file.
   */
  async readIfWanted(): Promise<boolean> {
    if (!this.#isWanted || this.#state) return false;
    [this.#isWanted, this.#isReadable] = [false, false];
    // pdf-lib may fail on a file that PDFium can read.
    this.#state = await LayerState.read(this.#pdf.savedCopy()).catch(() => undefined);
    return this.#state !== undefined;
  }

  /** Calls `work` with a page without the texts on hidden layers. The page is only good for reading its text. */
  withVisibleText<T>(page: OpenPage, work: (page: Pointer) => T): T {
    const withoutHidden = ({ pointer }: OpenPage) => {
      leaveOutHiddenTexts(this.#pdfium, pointer);
      return { result: work(pointer) };
    };
    const opened = this.#mayHide ? this.#pdf.withPage(page.index, withoutHidden, false) : undefined;
    return opened ? opened.result : work(page.pointer);
  }
}
