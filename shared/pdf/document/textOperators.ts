import { isSpace } from '../typography/lineBreaks.ts';
import type { GlyphRun, UnshapedFont } from '../typography/typesetter.ts';
import { type EmbeddedFont, hex, maxUnitsPerCode, utf16 } from './embeddedFont.ts';

/** A shaped glyph, or a blank glyph that only carries characters. */
type Glyph = GlyphRun['glyphs'][number] & { readonly isBlank?: boolean };

/** Glyphs that stand for the same characters. */
interface Cluster {
  readonly glyphs: readonly Glyph[];
  readonly characters: string;
}

/** A glyph, and the text that a PDF reader extracts for it. */
interface Piece {
  readonly glyph: Glyph;
  readonly characters: string;
}

/**
 * Returns the operators that show the text of one run, from the current text position on.
 *
 * Each glyph has its characters in the font's ToUnicode map. A left-to-right word with a cluster of several glyphs has its characters as
 * ActualText too (ISO 32000-1, 14.9.4). An ActualText covers a whole word, because PDF readers may see a gap after a part of a word.
 * Right-to-left words have no ActualText, because PDF readers disagree about the order of the characters.
 * @param size type size in points
 * @param unshaped facts about the glyphs of the same font before shaping
 * @returns operators, and the width of the run in points
 */
export function showRun(
  run: GlyphRun,
  font: EmbeddedFont,
  size: number,
  unshaped: UnshapedFont,
): { operators: string; width: number } {
  const toThousandths = (length: number) => (length * 1000) / run.font.record.unitsPerEm;
  const writer = new ArrayWriter();
  let ideal = 0; // the pen position by the shaper, in 1/1000 em
  for (const word of wordsOf(run)) {
    const needsActualText = !run.isRightToLeft && word.some(needsMoreThanCodes);
    const characters = word.map((cluster) => cluster.characters).join('');
    if (needsActualText) writer.operator(`/Span << /ActualText <FEFF${utf16(characters)}> >> BDC`);
    for (const cluster of word) {
      for (const piece of run.isRightToLeft ? piecesFromRight(cluster, unshaped) : piecesFromLeft(cluster)) {
        const { glyph } = piece;
        const advance = glyph.isBlank ? 0 : unshaped.advanceOf(glyph.id);
        const { code, width } = font.use(glyph.id, advance, piece.characters);
        writer.rise((toThousandths(glyph.yOffset) * size) / 1000);
        writer.moveTo(ideal + toThousandths(glyph.xOffset));
        writer.show(code, width);
        ideal += toThousandths(glyph.advance);
      }
    }
    if (needsActualText) writer.operator('EMC');
  }
  writer.rise(0);
  return { operators: writer.finish(), width: (ideal * size) / 1000 };
}

function wordsOf(run: GlyphRun): Cluster[][] {
  const words: Cluster[][] = [[]];
  for (const cluster of clustersOf(run)) {
    if (isSpace(cluster.characters)) words.push([cluster], []);
    else words.at(-1)?.push(cluster);
  }
  return words.filter((word) => word.length > 0);
}

/** Returns clusters in the order of the glyphs: left to right on the page. */
function clustersOf({ glyphs, text, end }: GlyphRun): Cluster[] {
  const starts = [...new Set(glyphs.map((glyph) => glyph.cluster))].sort((one, other) => one - other);
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? end]));
  const clusters = new Map<number, Glyph[]>();
  for (const glyph of glyphs) clusters.set(glyph.cluster, [...(clusters.get(glyph.cluster) ?? []), glyph]);
  return Array.from(clusters, ([start, members]) => ({
    glyphs: members,
    characters: text.slice(start, endOf.get(start)),
  }));
}

function needsMoreThanCodes({ glyphs, characters }: Cluster): boolean {
  return glyphs.length > 1 || characters.length > maxUnitsPerCode;
}

/** Gives all characters to the first glyph. Only if they are too many for one code, the next glyphs get the rest. */
function piecesFromLeft({ glyphs, characters }: Cluster): Piece[] {
  const portions = portionsOf(characters);
  return glyphs.map((glyph, index) => ({ glyph, characters: portions[index] ?? '' }));
}

function portionsOf(characters: string): string[] {
  const portions = [''];
  for (const character of characters) {
    const last = portions.at(-1) ?? '';
    if (last.length + character.length > maxUnitsPerCode) portions.push(character);
    else portions[portions.length - 1] = last + character;
  }
  return portions;
}

/**
 * PDF readers reverse right-to-left text glyph by glyph, which would leave the letters of a ligature in the wrong order. So each glyph gets
 * one character, beginning with the last. Characters without a glyph get a blank glyph.
 */
function piecesFromRight({ glyphs, characters }: Cluster, unshaped: UnshapedFont): Piece[] {
  const unsaid = [...characters];
  const pieces = glyphs.map((glyph, index): Piece => {
    const isSpare = glyphs.length - index > unsaid.length && glyph.advance === 0;
    return { glyph, characters: isSpare ? '' : (unsaid.pop() ?? '') };
  });
  const blank = { id: unshaped.glyphOf(0x20), cluster: 0, advance: 0, xOffset: 0, yOffset: 0, isBlank: true };
  return [...pieces, ...unsaid.reverse().map((character) => ({ glyph: blank, characters: character }))];
}

/** Collects glyphs for the operator TJ, with corrections of the pen position between them. */
class ArrayWriter {
  readonly #operators: string[] = [];
  #items: string[] = [];
  #codes = '';
  #pen = 0;
  #currentRise = 0;

  /**
   * Moves the pen to a place in 1/1000 em from the start of the run. Corrections are whole numbers. The remainder counts for the next
   * correction.
   */
  moveTo(place: number): void {
    const correction = Math.round(this.#pen - place);
    if (correction === 0) return;
    this.#endString();
    this.#items.push(String(correction));
    this.#pen -= correction;
  }

  show(code: number, width: number): void {
    this.#codes += hex(code);
    this.#pen += width;
  }

  rise(points: number): void {
    const rounded = Math.round(points * 100) / 100;
    if (rounded === this.#currentRise) return;
    this.operator(`${rounded} Ts`);
    this.#currentRise = rounded;
  }

  operator(text: string): void {
    this.#endArray();
    this.#operators.push(text);
  }

  finish(): string {
    this.#endArray();
    return this.#operators.join('\n');
  }

  #endString(): void {
    if (this.#codes) this.#items.push(`<${this.#codes}>`);
    this.#codes = '';
  }

  #endArray(): void {
    this.#endString();
    if (this.#items.length > 0) this.#operators.push(`[${this.#items.join(' ')}] TJ`);
    this.#items = [];
  }
}
