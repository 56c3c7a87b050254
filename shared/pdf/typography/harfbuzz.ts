/**
 * HarfBuzz (shaping and subsetting) as WebAssembly, called through its C interface.
 *
 * The package's own JavaScript cannot be used: it needs top-level await and `import.meta`, which a CommonJS bundle cannot have, and it has
 * no subsetting. The calls below belong to the stable C API: https://harfbuzz.github.io
 */

import { type CompiledWasm, instantiateWasm } from '../wasm.ts';

type Pointer = number;
interface WasmHeap {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  malloc(bytes: number): Pointer;
  free(pointer: Pointer): void;
  hb_blob_create(data: Pointer, length: number, mode: number, userData: Pointer, destroy: Pointer): Pointer;
  hb_face_create(blob: Pointer, index: number): Pointer;
}

interface ShaperExports extends WasmHeap {
  __wasm_call_ctors(): void;
  hb_face_collect_unicodes(face: Pointer, set: Pointer): void;
  hb_font_create(face: Pointer): Pointer;
  hb_font_get_nominal_glyph(font: Pointer, codePoint: number, glyph: Pointer): number;
  hb_font_get_glyph_h_advance(font: Pointer, glyph: number): number;
  hb_set_create(): Pointer;
  hb_set_get_population(set: Pointer): number;
  hb_set_next_many(set: Pointer, after: number, out: Pointer, size: number): number;
  hb_buffer_create(): Pointer;
  hb_buffer_destroy(buffer: Pointer): void;
  hb_buffer_add_utf16(buffer: Pointer, text: Pointer, length: number, from: number, count: number): void;
  hb_buffer_set_direction(buffer: Pointer, direction: number): void;
  hb_buffer_set_language(buffer: Pointer, language: Pointer): void;
  hb_buffer_guess_segment_properties(buffer: Pointer): void;
  hb_language_from_string(text: Pointer, length: number): Pointer;
  hb_shape(font: Pointer, buffer: Pointer, features: Pointer, count: number): void;
  hb_buffer_get_glyph_infos(buffer: Pointer, length: Pointer): Pointer;
  hb_buffer_get_glyph_positions(buffer: Pointer, length: Pointer): Pointer;
}

interface SubsetterExports extends WasmHeap {
  _initialize(): void;
  hb_set_add(set: Pointer, value: number): void;
  hb_subset_input_create_or_fail(): Pointer;
  hb_subset_input_glyph_set(input: Pointer): Pointer;
  hb_subset_input_set(input: Pointer, kind: number): Pointer;
  hb_subset_input_set_flags(input: Pointer, flags: number): void;
  hb_subset_or_fail(face: Pointer, input: Pointer): Pointer;
  hb_face_reference_blob(face: Pointer): Pointer;
  hb_blob_get_data(blob: Pointer, length: Pointer): Pointer;
  hb_blob_get_length(blob: Pointer): number;
}

/** One glyph as HarfBuzz places it; lengths in font units. */
export interface Glyph {
  readonly id: number;
  /** The UTF-16 index in the shaped text at which the characters of this glyph begin. */
  readonly cluster: number;
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const hbDirection = { ltr: 4, rtl: 5 }; // hb_direction_t
const memoryModeWritable = 2; // hb_memory_mode_t
const wasmPageBytes = 65_536;
const glyphRecordBytes = 20; // hb_glyph_info_t and hb_glyph_position_t
const subsetFlags = 0x1 | 0x2 | 0x200; // no hinting, retain glyph ids, no layout closure
const dropTables = 3; // hb_subset_sets_t
/** The tables that PDF readers do not need. They need glyf, head, hhea, hmtx, loca and maxp (ISO 32000-1, 9.9). */
const tablesPdfIgnores = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'MATH', 'name', 'post', 'cmap', 'OS/2']
  .concat(['vhea', 'vmtx', 'VORG', 'gasp', 'DSIG', 'meta', 'prep', 'fpgm', 'cvt ', 'kern', 'HVAR', 'MVAR'])
  .map((tag) => [...tag].reduce((value, letter) => (value << 8) | letter.charCodeAt(0), 0));

function loadFace(heap: WasmHeap, font: Uint8Array): Pointer {
  const data = heap.malloc(font.length);
  new Uint8Array(heap.memory.buffer).set(font, data);
  return heap.hb_face_create(heap.hb_blob_create(data, font.length, memoryModeWritable, 0, 0), 0);
}

/**
 * Shapes text. Each instance has its own memory, which is freed with the instance: use an instance for each document. `font` is always a
 * number from `addFont` of the same instance.
 */
export class Shaper {
  readonly #hb: ShaperExports;
  readonly #scratch: Pointer;
  readonly #undetermined: Pointer;

  private constructor(hb: ShaperExports) {
    this.#hb = hb;
    this.#scratch = hb.malloc(8);
    new Uint8Array(hb.memory.buffer).set([0x75, 0x6e, 0x64], this.#scratch); // "und"
    // Without a language, HarfBuzz would use the locale of the process, and the same text could look different on another machine.
    this.#undetermined = hb.hb_language_from_string(this.#scratch, 3);
  }

  /** @param module `harfbuzz.wasm`, compiled */
  static async create(module: CompiledWasm): Promise<Shaper> {
    let hb: ShaperExports;
    const grow = (bytes: number): number => {
      const missing = bytes - hb.memory.buffer.byteLength;
      return hb.memory.grow(Math.ceil(missing / wasmPageBytes)) >= 0 ? 1 : 0;
    };
    const stop = () => {
      throw new Error('HarfBuzz stopped.');
    };
    const nothing = () => 0;
    const env = { _abort_js: stop, emscripten_resize_heap: grow, _setitimer_js: nothing };
    const imports = {
      env: { ...env, _emscripten_runtime_keepalive_clear: nothing },
      wasi_snapshot_preview1: { proc_exit: stop },
    };
    hb = (await instantiateWasm(module, imports)).exports as ShaperExports;
    hb.__wasm_call_ctors();
    return new Shaper(hb);
  }

  /** @param font a TrueType file */
  addFont(font: Uint8Array): number {
    return this.#hb.hb_font_create(loadFace(this.#hb, font));
  }

  /** Returns all code points for which a TrueType file has a glyph, in ascending order. */
  codePoints(font: Uint8Array): Uint32Array {
    const hb = this.#hb;
    const set = hb.hb_set_create();
    hb.hb_face_collect_unicodes(loadFace(hb, font), set);
    const count = hb.hb_set_get_population(set);
    const out = hb.malloc(count * 4);
    hb.hb_set_next_many(set, 0xffffffff, out, count);
    return new Uint32Array(hb.memory.buffer.slice(out, out + count * 4));
  }

  /** Returns the glyph of a font for one code point before any shaping; 0 if there is none. */
  nominalGlyph(font: number, codePoint: number): number {
    const found = this.#hb.hb_font_get_nominal_glyph(font, codePoint, this.#scratch);
    return found ? (new Uint32Array(this.#hb.memory.buffer, this.#scratch, 1)[0] ?? 0) : 0;
  }

  /** Returns the width of a glyph in font units, before kerning. */
  advance(font: number, glyph: number): number {
    return this.#hb.hb_font_get_glyph_h_advance(font, glyph);
  }

  /**
   * Shapes `text.slice(start, end)`; the rest of the text is its context (Arabic letters join across).
   * @returns glyphs in visual order, left to right
   */
  shape(font: number, text: string, start: number, end: number, isRightToLeft: boolean): Glyph[] {
    const hb = this.#hb;
    const characters = hb.malloc(text.length * 2);
    const units = new Uint16Array(hb.memory.buffer, characters, text.length);
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
    const buffer = hb.hb_buffer_create();
    hb.hb_buffer_add_utf16(buffer, characters, text.length, start, end - start);
    hb.hb_buffer_set_direction(buffer, isRightToLeft ? hbDirection.rtl : hbDirection.ltr);
    hb.hb_buffer_set_language(buffer, this.#undetermined);
    hb.hb_buffer_guess_segment_properties(buffer); // the script
    hb.hb_shape(font, buffer, 0, 0);
    const infos = hb.hb_buffer_get_glyph_infos(buffer, this.#scratch);
    const positions = hb.hb_buffer_get_glyph_positions(buffer, 0);
    const view = new DataView(hb.memory.buffer);
    const glyphs: Glyph[] = [];
    for (let index = 0; index < view.getUint32(this.#scratch, true); index++) {
      const info = infos + index * glyphRecordBytes;
      const position = positions + index * glyphRecordBytes;
      glyphs.push({
        id: view.getUint32(info, true),
        cluster: view.getUint32(info + 8, true),
        advance: view.getInt32(position, true),
        xOffset: view.getInt32(position + 8, true),
        yOffset: view.getInt32(position + 12, true),
      });
    }
    hb.hb_buffer_destroy(buffer);
    hb.free(characters);
    return glyphs;
  }
}

/**
 * Returns a TrueType file with only the given glyphs and the tables that a PDF needs. Glyph ids do not change, so no map is needed.
 * @param module `harfbuzz-subset.wasm`, compiled
 * @throws Error when the font cannot be read
 */
export async function subsetFont(module: CompiledWasm, font: Uint8Array, glyphIds: Iterable<number>) {
  const hb = (await instantiateWasm(module, {})).exports as SubsetterExports;
  hb._initialize();
  const input = hb.hb_subset_input_create_or_fail();
  const glyphs = hb.hb_subset_input_glyph_set(input);
  for (const id of glyphIds) hb.hb_set_add(glyphs, id);
  const dropped = hb.hb_subset_input_set(input, dropTables);
  for (const tag of tablesPdfIgnores) hb.hb_set_add(dropped, tag);
  hb.hb_subset_input_set_flags(input, subsetFlags);
  const subset = hb.hb_subset_or_fail(loadFace(hb, font), input);
  if (!subset) throw new Error('HarfBuzz could not subset the font.');
  const blob = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(blob, 0);
  return new Uint8Array(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(blob)));
}
