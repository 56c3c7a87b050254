import type { Pdfium, Pointer } from './pdfium.ts';

const bytesPerCharacter = 2;

/** Returns the text of a page's content in the order in which the file draws it: at most the first `maxCharacters` UTF-16 units. */
export function textOf(pdfium: Pdfium, page: Pointer, maxCharacters: number): string {
  const { functions } = pdfium;
  const text = functions.FPDFText_LoadPage(page);
  if (text === 0) return '';
  try {
    const count = Math.min(functions.FPDFText_CountChars(text), maxCharacters);
    if (count <= 0) return '';
    return readUtf16(pdfium, (count + 1) * bytesPerCharacter, (buffer) => {
      const written = functions.FPDFText_GetText(text, 0, count, buffer);
      return written * bytesPerCharacter;
    });
  } finally {
    functions.FPDFText_ClosePage(text);
  }
}

/**
 * Returns the text of a function that writes UTF-16 into a buffer of a length in bytes, and returns the bytes that it needs, with a zero at
 * the end.
 */
export function utf16(pdfium: Pdfium, write: (buffer: Pointer, length: number) => number): string {
  const length = write(0, 0);
  return length <= bytesPerCharacter ? '' : readUtf16(pdfium, length, (buffer) => write(buffer, length));
}

/** `write` returns the number of bytes that it wrote, with a zero at the end. */
const readUtf16 = (pdfium: Pdfium, length: number, write: (buffer: Pointer) => number): string =>
  pdfium.withMemory(length, (buffer) => {
    const written = Math.min(write(buffer), length);
    const bytes = pdfium.bytes(buffer, Math.max(written - bytesPerCharacter, 0));
    return new TextDecoder('utf-16le').decode(bytes);
  });

/** Like `utf16`, for a function that writes UTF-8. */
export function utf8(pdfium: Pdfium, write: (buffer: Pointer, length: number) => number): string {
  const length = write(0, 0);
  if (length <= 1) return '';
  return pdfium.withMemory(length, (buffer) => {
    write(buffer, length);
    return new TextDecoder().decode(pdfium.bytes(buffer, length - 1));
  });
}
