import type { Frame } from './frame.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

const bytesPerCharacter = 2;

/**
 * Returns the text of a page's content in the order in which the file draws it: at most the first `maxCharacters` UTF-16 units.
 * @param frame the part of the page that readers see. Default: all of it
 */
export function textOf(pdfium: Pdfium, page: Pointer, maxCharacters: number, frame?: Frame): string {
  const { functions } = pdfium;
  const text = functions.FPDFText_LoadPage(page);
  if (text === 0) return '';
  try {
    const count = functions.FPDFText_CountChars(text);
    const all = charactersOf(pdfium, Math.min(count, maxCharacters), (buffer, length) =>
      functions.FPDFText_GetText(text, 0, length, buffer),
    );
    if (!frame) return all;
    const { left, top, right, bottom } = frame;
    const within = charactersOf(pdfium, Math.min(count, maxCharacters), (buffer, length) =>
      functions.FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, length),
    );
    // The text within bounds has other line breaks.
    return lettersOf(within) === lettersOf(all) ? all : within;
  } finally {
    functions.FPDFText_ClosePage(text);
  }
}

/** Replaces PDFium's two signs for a hyphen at the end of a line, after which the word goes on. */
const softHyphen = '\u00ad';

const lettersOf = (text: string): string => text.replace(/[\s\0]/g, '');

/** `write` returns the number of characters that it wrote, at most `length`. */
function charactersOf(
  pdfium: Pdfium,
  length: number,
  write: (buffer: Pointer, length: number) => number,
): string {
  if (length <= 0) return '';
  return pdfium.withMemory((length + 1) * bytesPerCharacter, (buffer) => {
    const written = Math.min(write(buffer, length), length + 1);
    const text = new TextDecoder('utf-16le').decode(
      pdfium.bytes(buffer, Math.max(written, 0) * bytesPerCharacter),
    );
    return (text.endsWith('\0') ? text.slice(0, -1) : text)
      .replaceAll('\u0002', softHyphen)
      .replaceAll('\ufffe', softHyphen);
  });
}

/**
 * Returns the text of a function that writes UTF-16 into a buffer of a length in bytes, and returns the bytes that it needs, with a zero at
 * the end.
 */
export function utf16(pdfium: Pdfium, write: (buffer: Pointer, length: number) => number): string {
  const length = write(0, 0);
  if (length <= bytesPerCharacter) return '';
  return pdfium.withMemory(length, (buffer) => {
    const written = Math.min(write(buffer, length), length);
    return new TextDecoder('utf-16le').decode(pdfium.bytes(buffer, Math.max(written - bytesPerCharacter, 0)));
  });
}

/** Like `utf16`, for a function that writes the number of bytes to an address (32 bits). */
export const utf16At = (
  pdfium: Pdfium,
  write: (buffer: Pointer, length: number, size: Pointer) => unknown,
): string =>
  pdfium.withMemory(4, (size) =>
    utf16(pdfium, (buffer, length) => {
      write(buffer, length, size);
      return new DataView(pdfium.bytes(size, 4).slice().buffer).getUint32(0, true);
    }),
  );

/** Like `utf16`, for a function that writes UTF-8. */
export function utf8(pdfium: Pdfium, write: (buffer: Pointer, length: number) => number): string {
  const length = write(0, 0);
  if (length <= 1) return '';
  return pdfium.withMemory(length, (buffer) => {
    write(buffer, length);
    return new TextDecoder().decode(pdfium.bytes(buffer, length - 1));
  });
}
