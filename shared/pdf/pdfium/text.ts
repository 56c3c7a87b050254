import type { OpenPage } from './document.ts';
import type { Pdfium } from './pdfium.ts';

const bytesPerCharacter = 2;

/** Returns the text of a page in the order in which the file draws it: at most the first `maxCharacters` UTF-16 units. */
export function textOf(pdfium: Pdfium, page: OpenPage, maxCharacters: number): string {
  const { functions } = pdfium;
  const text = functions.FPDFText_LoadPage(page.pointer);
  if (text === 0) return '';
  try {
    const count = Math.min(functions.FPDFText_CountChars(text), maxCharacters);
    if (count <= 0) return '';
    const length = (count + 1) * bytesPerCharacter;
    return pdfium.withMemory(length, (buffer) => {
      // The returned count includes the zero at the end.
      const written = functions.FPDFText_GetText(text, 0, count, buffer);
      const bytes = pdfium.bytes(buffer, Math.max(written - 1, 0) * bytesPerCharacter);
      return new TextDecoder('utf-16le').decode(bytes);
    });
  } finally {
    functions.FPDFText_ClosePage(text);
  }
}
