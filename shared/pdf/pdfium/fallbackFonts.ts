import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Font, type FontRecord, type FontRole, fontDirectory } from '../typography/fontLibrary.ts';
import { withGlyphsByCode } from '../typography/glyphsByCode.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** The fonts for the character sets for which PDFium has no font. The numbers are `FXFONT_*_CHARSET` in fpdf_sysfontinfo.h. */
const roleOfCharset: Readonly<Record<number, FontRole>> = {
  128: 'ja',
  129: 'ko',
  134: 'zh-Hans',
  136: 'zh-Hant',
};
/** PDFium asks for a symbol font first, and then again for an ordinary one. */
const symbolCharset = 2;

/** The version of `FPDF_SYSFONTINFO` in fpdf_sysfontinfo.h. The structure has ten words of 32 bits in WebAssembly. */
const version = 1;
const bytesPerWord = 4;

/** A font as PDFium gets it. */
export interface Face {
  readonly font: Font;
  /** Code points that are also the numbers of their glyphs in this face. */
  readonly byCode: ReadonlySet<number>;
}

/** What PDFium gets when it asks for a font, after `begin`. Requests are counted from 0. */
type Answers =
  /** A font for the character set, or none. */
  | 'usual'
  /** A font whose file is longer by the number of the request. Readers of fonts ignore bytes after the tables. */
  | 'marked'
  /** These faces, by the number of the request. Otherwise the usual ones. */
  | ReadonlyMap<number, Face>;

interface Offered {
  /** PDFium takes two fonts with the same name for one. */
  readonly name: string;
  bytes(): Uint8Array;
}

/** Gives PDFium the fonts of our entry pages for fonts that a file only names. A font is read from its file at its first use. */
export class FallbackFonts {
  readonly #directory: string;
  /** The handle of a font is its place here, from 1 on. */
  #offered: Offered[] = [];
  #fonts: readonly Font[] | undefined;
  #answers: Answers = 'usual';
  #requests = 0;
  /** Whether PDFium has asked for a font since the start. */
  isUsed = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Begins to answer in another way, and to count requests anew. */
  begin(answers: Answers): void {
    this.#answers = answers;
    this.#requests = 0;
    // PDFium uses handles only during a request.
    this.#offered = [];
  }

  /** Calls `work`, and gives usual answers meanwhile. Requests are not counted. */
  aside<T>(work: () => T): T {
    const [answers, requests] = [this.#answers, this.#requests];
    this.#answers = 'usual';
    try {
      return work();
    } finally {
      this.#answers = answers;
      this.#requests = requests;
    }
  }

  /** Returns the first font that has all characters, or else the one that has the most of them. Undefined if no font has any. */
  withMost(characters: ReadonlySet<number>): Font | undefined {
    let best: Font | undefined;
    let most = 0;
    for (const font of this.#all()) {
      const found = [...characters].filter((character) => font.covers(character)).length;
      if (found > most) [best, most] = [font, found];
      if (found === characters.size) break;
    }
    return best;
  }

  /** Returns the number of the request that a marked font answered, from the length of the font. */
  requestOf(length: number): number {
    return length - this.#mark().length;
  }

  /** Returns the handle of a font, or 0 for a font of PDFium. */
  handleFor(charset: number): Pointer {
    this.isUsed = true;
    if (charset === symbolCharset) return 0;
    const request = this.#requests++;
    if (this.#answers === 'marked') return this.#offer(this.#marked(request));
    const planned = this.#answers === 'usual' ? undefined : this.#answers.get(request);
    if (planned) return this.#offer(offerOf(planned));
    const role = roleOfCharset[charset];
    const font = role && this.#all().find(({ record }) => record.role === role);
    return font ? this.#offer(offerOf({ font, byCode: new Set() })) : 0;
  }

  offered(handle: Pointer): Offered | undefined {
    return this.#offered[handle - 1];
  }

  #offer(offered: Offered): Pointer {
    const known = this.#offered.findIndex(({ name }) => name === offered.name);
    return known === -1 ? this.#offered.push(offered) : known + 1;
  }

  #marked(request: number): Offered {
    const font = this.#mark();
    const bytes = new Uint8Array(font.length + request);
    bytes.set(font);
    return { name: `marked-${request}`, bytes: () => bytes };
  }

  /** Returns the font with the fewest characters, which is small. */
  #mark(): Uint8Array {
    const [font] = this.#all().toSorted(
      (one, other) => one.record.ranges.length - other.record.ranges.length,
    );
    if (!font) throw new Error('The font directory has no fonts.');
    return font.bytes();
  }

  #all(): readonly Font[] {
    this.#fonts ??= fontsIn(this.#directory);
    return this.#fonts;
  }
}

function offerOf({ font, byCode }: Face): Offered {
  const { name } = font.record;
  if (byCode.size === 0) return { name, bytes: () => font.bytes() };
  const codes = [...byCode].sort((one, other) => one - other);
  const bytes = withGlyphsByCode(font.bytes(), byCode);
  return { name: `${name}-${codes.join('-')}`, bytes: () => bytes };
}

/**
 * Lets PDFium ask for fonts. PDFium itself has fonts only for Latin letters, and leaves other text blank.
 * @param directory a directory filled by `collectFonts` at build time
 */
export function useFallbackFonts(pdfium: Pdfium, directory: string): FallbackFonts {
  const { functions } = pdfium;
  const { addFunction, wasmExports } = functions.pdfium;
  const fonts = new FallbackFonts(directory);
  /** Copies bytes into `buffer` if it is large enough, and returns their number. */
  const give = (bytes: Uint8Array, buffer: Pointer, size: number): number => {
    if (buffer !== 0 && size >= bytes.length) pdfium.bytes(buffer, bytes.length).set(bytes);
    return bytes.length;
  };
  /** Gives a whole font. Single tables of a font are not available. */
  const dataOf = (handle: Pointer, table: number, buffer: Pointer, size: number): number => {
    const font = table === 0 ? fonts.offered(handle) : undefined;
    return font ? give(font.bytes(), buffer, size) : 0;
  };
  const nameOf = (handle: Pointer, buffer: Pointer, size: number): number =>
    give(Buffer.from(`${fonts.offered(handle)?.name}\0`, 'latin1'), buffer, size);
  // Each callback must be a new function: Emscripten keeps the first signature of a function that is added twice.
  const callbacks = [
    addFunction(() => undefined, 'vi'), // Release
    addFunction(() => undefined, 'vii'), // EnumFonts
    addFunction(
      (_info: Pointer, _weight: number, _italic: number, charset: number) => fonts.handleFor(charset), // MapFont
      'iiiiiiii',
    ),
    addFunction(() => 0, 'iii'), // GetFont
    addFunction(
      (_info: Pointer, handle: Pointer, table: number, buffer: Pointer, size: number) =>
        dataOf(handle, table, buffer, size), // GetFontData
      'iiiiii',
    ),
    addFunction(
      (_info: Pointer, handle: Pointer, buffer: Pointer, size: number) => nameOf(handle, buffer, size), // GetFaceName
      'iiiii',
    ),
    addFunction(() => 0, 'iii'), // GetFontCharset
    addFunction(() => undefined, 'vii'), // DeleteFont
  ];
  const words = Uint32Array.from([version, ...callbacks]);
  // This memory is never freed, because PDFium reads it as long as it runs.
  const info = wasmExports.malloc(words.length * bytesPerWord);
  if (info === 0) throw new Error('PDFium has no memory for fonts');
  pdfium.bytes(info, words.byteLength).set(new Uint8Array(words.buffer));
  functions.FPDF_SetSystemFontInfo(info);
  return fonts;
}

/** Returns the fonts for text. The design's fonts for titles and names are left out: PDFium makes letters bold itself. */
function fontsIn(directory: string): Font[] {
  const records: FontRecord[] = JSON.parse(readFileSync(join(directory, fontDirectory.index), 'utf8'));
  return records
    .filter(({ role }) => role !== 'title' && role !== 'strong')
    .map((record) => new Font(directory, record));
}
