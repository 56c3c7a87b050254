import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Font, type FontRecord, type FontRole, fontDirectory } from '../typography/fontLibrary.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** The fonts for the character sets for which PDFium has no font. The numbers are `FXFONT_*_CHARSET` in fpdf_sysfontinfo.h. */
const roleOfCharset: Readonly<Record<number, FontRole>> = {
  128: 'ja',
  129: 'ko',
  134: 'zh-Hans',
  136: 'zh-Hant',
};

/** The version of `FPDF_SYSFONTINFO` in fpdf_sysfontinfo.h. The structure has ten words of 32 bits in WebAssembly. */
const version = 1;
const bytesPerWord = 4;

/**
 * Gives PDFium fonts for Chinese, Japanese and Korean text, for files that do not contain such fonts. PDFium itself has fonts only for
 * Latin letters, and leaves other text blank. A font is read from its file when a PDF first needs the font.
 * @param directory a directory filled by `collectFonts` at build time
 */
export function useFallbackFonts(pdfium: Pdfium, directory: string): void {
  const { functions } = pdfium;
  const { addFunction, wasmExports } = functions.pdfium;
  let fonts: readonly Font[] | undefined;
  const handleOf = (charset: number): Pointer => {
    const role = roleOfCharset[charset];
    if (!role) return 0;
    fonts ??= fontsIn(directory);
    return fonts.findIndex(({ record }) => record.role === role) + 1;
  };
  /**
   * Copies a font into `buffer` if the buffer is large enough, and returns the size of the font. Single tables of a font are not available.
   */
  const dataOf = (handle: Pointer, table: number, buffer: Pointer, size: number): number => {
    const font = fonts?.[handle - 1];
    if (!font || table !== 0) return 0;
    const bytes = font.bytes();
    if (buffer !== 0 && size >= bytes.length) pdfium.bytes(buffer, bytes.length).set(bytes);
    return bytes.length;
  };
  // Each callback must be a new function: Emscripten keeps the first signature of a function that is added twice.
  const callbacks = [
    addFunction(() => undefined, 'vi'), // Release
    addFunction(() => undefined, 'vii'), // EnumFonts
    addFunction(
      (_info: Pointer, _weight: number, _italic: number, charset: number) => handleOf(charset), // MapFont
      'iiiiiiii',
    ),
    addFunction(() => 0, 'iii'), // GetFont
    addFunction(
      (_info: Pointer, handle: Pointer, table: number, buffer: Pointer, size: number) =>
        dataOf(handle, table, buffer, size), // GetFontData
      'iiiiii',
    ),
    addFunction(() => 0, 'iiiii'), // GetFaceName
    addFunction(() => 0, 'iii'), // GetFontCharset
    addFunction(() => undefined, 'vii'), // DeleteFont
  ];
  const words = Uint32Array.from([version, ...callbacks]);
  // This memory is never freed, because PDFium reads it as long as it runs.
  const info = wasmExports.malloc(words.length * bytesPerWord);
  if (info === 0) throw new Error('PDFium has no memory for fonts');
  pdfium.bytes(info, words.byteLength).set(new Uint8Array(words.buffer));
  functions.FPDF_SetSystemFontInfo(info);
}

function fontsIn(directory: string): Font[] {
  const records: FontRecord[] = JSON.parse(readFileSync(join(directory, fontDirectory.index), 'utf8'));
  return records.map((record) => new Font(directory, record));
}
