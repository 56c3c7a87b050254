import type { OpenPdf } from './document.ts';
import type { Pdfium } from './pdfium.ts';

/** Returns a document as a file of its own, with what was changed in it. */
export function savedCopy(pdfium: Pdfium, pdf: OpenPdf): Uint8Array {
  const { functions } = pdfium;
  const writer = functions.PDFiumExt_OpenFileWriter();
  try {
    if (functions.PDFiumExt_SaveAsCopy(pdf.pointer, writer) === 0) throw new Error('PDFium saved no copy');
    const length = functions.PDFiumExt_GetFileWriterSize(writer);
    return pdfium.withMemory(length, (buffer) => {
      functions.PDFiumExt_GetFileWriterData(writer, buffer, length);
      return pdfium.bytes(buffer, length).slice();
    });
  } finally {
    functions.PDFiumExt_CloseFileWriter(writer);
  }
}
