import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type CompiledWasm, compileWasm } from '../wasm.ts';

/**
 * The use of a font. The design uses `title`, `text` and `strong`. The others are for characters that these fonts do not have: fonts for
 * scripts and for Han traditions, symbols, emoji, and a last font with nearly all characters.
 */
export type FontRole =
  | 'title'
  | 'text'
  | 'strong'
  | 'script'
  | 'zh-Hans'
  | 'zh-Hant'
  | 'ja'
  | 'ko'
  | 'symbols'
  | 'emoji'
  | 'lastResort';

export const isHan = (role: FontRole): boolean => ['zh-Hans', 'zh-Hant', 'ja', 'ko'].includes(role);

/** One font of the index; lengths in font units. */
export interface FontRecord {
  /** PostScript name. */
  readonly name: string;
  readonly role: FontRole;
  /** The name of the Brotli-compressed TrueType file, beside the index. */
  readonly file: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly boundingBox: readonly number[];
  /** Ranges of code points with a glyph, in ascending order: first, last, first, last, ... */
  readonly ranges: readonly number[];
}

/** File names inside a font directory, written by the bundler and read here. */
export const fontDirectory = {
  index: 'fonts.json',
  shaper: 'harfbuzz.wasm',
  subsetter: 'harfbuzz-subset.wasm',
} as const;

/** A font. Only `bytes` reads its file. */
export class Font {
  readonly record: FontRecord;
  readonly #path: string;
  #data: Uint8Array | undefined;

  constructor(directory: string, record: FontRecord) {
    this.record = record;
    this.#path = join(directory, record.file);
  }

  /** Returns the TrueType file, which is read once. The largest takes up to 40 ms. */
  bytes(): Uint8Array {
    this.#data ??= brotliDecompressSync(readFileSync(this.#path));
    return this.#data;
  }

  covers(codePoint: number): boolean {
    const { ranges } = this.record;
    let low = 0;
    let high = ranges.length / 2 - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (codePoint < (ranges[middle * 2] ?? 0)) high = middle - 1;
      else if (codePoint > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1;
      else return true;
    }
    return false;
  }
}

/** The fonts and the compiled HarfBuzz of one directory. */
export interface FontLibrary {
  readonly fonts: readonly Font[];
  readonly shaper: CompiledWasm;
  readonly subsetter: CompiledWasm;
}

const opened = new Map<string, Promise<FontLibrary>>();

/**
 * Opens a directory that the bundler filled. It is read once per process.
 * @throws Error when the directory has no index
 */
export function openFontLibrary(directory: string): Promise<FontLibrary> {
  let library = opened.get(directory);
  if (!library) {
    library = readLibrary(directory);
    opened.set(directory, library);
    library.catch(() => opened.delete(directory));
  }
  return library;
}

async function readLibrary(directory: string): Promise<FontLibrary> {
  const [index, shaper, subsetter] = await Promise.all([
    readFile(join(directory, fontDirectory.index), 'utf8'),
    readFile(join(directory, fontDirectory.shaper)).then(compileWasm),
    readFile(join(directory, fontDirectory.subsetter)).then(compileWasm),
  ]);
  const records = JSON.parse(index) as FontRecord[];
  return { fonts: records.map((record) => new Font(directory, record)), shaper, subsetter };
}
