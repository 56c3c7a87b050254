import { createHash } from 'node:crypto';
import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib';
import type { Font } from '../typography/fontLibrary.ts';
import { subsetFont } from '../typography/harfbuzz.ts';
import type { CompiledWasm } from '../wasm.ts';

/** One character code of a PDF font. */
interface Code {
  readonly glyph: number;
  /** The text that a PDF reader extracts for the code. */
  readonly characters: string;
  /** In 1/1000 em. */
  readonly width: number;
}

/**
 * The maximum number of UTF-16 units for a code. The standard allows 256 (ISO 32000-1, 9.10.3). But Poppler reads tokens of at most 255
 * characters, and a unit takes four digits.
 */
export const maxUnitsPerCode = 60;

/** The invisible text for glyphs without characters of their own. Without a text, PDF readers extract nonsense. */
const wordJoiner = '\u2060';

/**
 * A font as one PDF uses it. It collects glyphs while the page is drawn, then writes the objects. A glyph that stands for different
 * characters in different places has several codes, so that PDF readers extract the right characters.
 */
export class EmbeddedFont {
  readonly font: Font;
  /** Name in the page's resources. */
  readonly resourceName: string;
  /** Indirect reference to the Type 0 font; valid once `write` has run. */
  readonly reference: PDFRef;
  readonly #codes: Code[] = [{ glyph: 0, characters: '', width: 1000 }];
  readonly #known = new Map<string, number>();

  constructor(font: Font, resourceName: string, reference: PDFRef) {
    this.font = font;
    this.resourceName = resourceName;
    this.reference = reference;
  }

  /**
   * Uses a glyph.
   * @param advance the width of the glyph in font units, before kerning
   * @param characters the text of the glyph at this place; it may be empty, and has at most `maxUnitsPerCode` units
   * @returns the character code of the glyph, and its width in the PDF, in 1/1000 em
   */
  use(glyph: number, advance: number, characters: string): { code: number; width: number } {
    const key = `${glyph} ${advance} ${characters}`;
    const width = this.#scaled(advance);
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.#codes.push({ glyph, characters, width }) - 1;
      this.#known.set(key, code);
    }
    return { code, width };
  }

  /** Writes a composite font with a TrueType subset (ISO 32000-1, 9.7.4). */
  async write(context: PDFContext, subsetter: CompiledWasm): Promise<void> {
    const { record } = this.font;
    const glyphs = [...new Set(this.#codes.map((code) => code.glyph))].sort((one, other) => one - other);
    const program = await subsetFont(subsetter, this.font.bytes(), glyphs);
    const name = `${subsetTag(program)}+${record.name}`;
    const glyphOfCode = Buffer.alloc(this.#codes.length * 2);
    for (const [code, { glyph }] of this.#codes.entries()) glyphOfCode.writeUInt16BE(glyph, code * 2);
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4, // symbolic: it has characters beyond the standard Latin set
      FontBBox: record.boundingBox.map((length) => this.#scaled(length)),
      ItalicAngle: 0,
      Ascent: this.#scaled(record.ascent),
      Descent: this.#scaled(record.descent),
      CapHeight: this.#scaled(record.capHeight),
      StemV: 80,
      FontFile2: context.register(context.flateStream(program, { Length1: program.length })),
    });
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      CIDToGIDMap: context.register(context.flateStream(glyphOfCode)),
      DW: 1000,
      W: [0, this.#codes.map((code) => code.width)],
    });
    const type0 = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(this.#toUnicode())),
    });
    context.assign(this.reference, type0);
  }

  #scaled(length: number): number {
    return Math.round((length * 1000) / this.font.record.unitsPerEm);
  }

  /** Returns the map that PDF readers use to search and copy text (ISO 32000-1, 9.10.3). A block has at most 100 entries. */
  #toUnicode(): string {
    const entries = this.#codes
      .map(({ characters }, code) => `<${hex(code)}> <${utf16(characters || wordJoiner)}>`)
      .slice(1); // .notdef has no text
    const blocks: string[] = [];
    for (let from = 0; from < entries.length; from += 100) {
      const block = entries.slice(from, from + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
  }
}

/** Returns six letters that differ between subsets of one font (ISO 32000-1, 9.6.4). They depend only on the bytes. */
function subsetTag(program: Uint8Array): string {
  const digest = createHash('sha256').update(program).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

/** Returns four hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}

/** Returns UTF-16BE in hexadecimal. */
export function utf16(text: string): string {
  let digits = '';
  for (let at = 0; at < text.length; at++) digits += hex(text.charCodeAt(at));
  return digits;
}
