import { type Font, type FontLibrary, type FontRole, isHan } from './fontLibrary.ts';
import { type Glyph, Shaper } from './harfbuzz.ts';
import { FontChooser, type Span } from './itemize.ts';
import { type Cut, findCuts, isSpace } from './lineBreaks.ts';

/** Glyphs of one font and one direction, from left to right on the page. */
export interface GlyphRun {
  readonly font: Font;
  readonly glyphs: readonly Glyph[];
  readonly isRightToLeft: boolean;
  /** The text of the paragraph. Glyph clusters are indices into it. */
  readonly text: string;
  readonly end: number;
}

/** One line of text, ready to be placed. Lengths in em: multiply by the type size. */
export interface Line {
  readonly runs: readonly GlyphRun[];
  readonly width: number;
  readonly isRightToLeft: boolean;
  /** The distance from one baseline to the next that the fonts need. */
  readonly naturalLeading: number;
}

/** Facts about the glyphs of a font before shaping. */
export interface UnshapedFont {
  glyphOf(codePoint: number): number;
  /** In font units. */
  advanceOf(glyph: number): number;
}

interface Paragraph {
  readonly text: string;
  readonly role: FontRole;
  readonly spans: readonly Span[];
  readonly isRightToLeft: boolean;
  readonly cuts: readonly Cut[];
  /** Width in em from the start of the text to each UTF-16 index. */
  readonly offsets: Float64Array;
}

/** The widths and heights that a line break must respect, in em. */
export interface Measure {
  readonly maxWidth: number;
  /** A text with more lines ends in an ellipsis. */
  readonly maxLines?: number;
  /** True for a title: its lines have about the same length and do not end inside a Chinese or Japanese word. */
  readonly balanced?: boolean;
}

/** The leading of Han characters, in em. They fill their square, so lines as close as Latin lines would touch. */
const hanLeading = 1.34;
/**
 * How far marks are moved from their place beside a letter, in em. The highest piles of real texts are in the Quran, and the lowest is a
 * Tibetan syllable of eight letters, for which lines have more leading. Higher piles would paint over other lines.
 */
const farthestMark = 0.7;
const lowestMarkOfScript = -2.2;
const ellipsisCharacter = '\u2026';
const paragraphBreak = /\r\n|[\n\r\v\f\x85\u2028\u2029]/u; // UAX #14, mandatory breaks

/** Turns text into lines of glyphs. Use one instance for each document. */
export class Typesetter {
  readonly chooser: FontChooser;
  readonly #shaper: Shaper;
  readonly #handles = new Map<Font, number>();
  readonly #paragraphs = new Map<string, Paragraph>();

  private constructor(chooser: FontChooser, shaper: Shaper) {
    this.chooser = chooser;
    this.#shaper = shaper;
  }

  /** @param document all text of the document, to choose between the Han traditions */
  static async create(library: FontLibrary, document: string): Promise<Typesetter> {
    return new Typesetter(new FontChooser(library, document), await Shaper.create(library.shaper));
  }

  /** Returns the lines of a text. Line breaks in the text begin a new line. An empty line is a line without runs. */
  lines(text: string, role: FontRole, measure: Measure): Line[] {
    const { maxLines = Number.POSITIVE_INFINITY } = measure;
    const lines: Line[] = [];
    const parts = text.trim().split(paragraphBreak);
    for (const [index, part] of parts.entries()) {
      const paragraph = this.#paragraph(part, role);
      const breaks = breakLines(paragraph, measure);
      for (const [start, end] of breaks) {
        const isLast = index === parts.length - 1 && end === breaks.at(-1)?.[1];
        if (lines.length + 1 === maxLines && !isLast)
          return [...lines, this.#shorten(paragraph, start, end, measure)];
        lines.push(this.#line(paragraph, start, end));
      }
    }
    return lines;
  }

  /** Returns facts about the glyphs of a font before shaping: the glyph of a code point (or 0), and the width of a glyph in font units. */
  unshaped(font: Font): UnshapedFont {
    const handle = this.#handle(font);
    return {
      glyphOf: (codePoint) => this.#shaper.nominalGlyph(handle, codePoint),
      advanceOf: (glyph) => this.#shaper.advance(handle, glyph),
    };
  }

  #paragraph(source: string, role: FontRole): Paragraph {
    const key = `${role} ${source}`;
    let paragraph = this.#paragraphs.get(key);
    if (!paragraph) {
      const text = this.chooser.readable(source);
      const itemized = this.chooser.itemize(text, role);
      paragraph = {
        text,
        role,
        ...itemized,
        cuts: findCuts(text),
        offsets: this.#measure(text, itemized.spans),
      };
      this.#paragraphs.set(key, paragraph);
    }
    return paragraph;
  }

  #measure(text: string, spans: readonly Span[]): Float64Array {
    const offsets = new Float64Array(text.length + 1);
    for (const span of spans) {
      for (const glyph of this.#shape(text, span)) {
        offsets[glyph.cluster + 1] =
          (offsets[glyph.cluster + 1] ?? 0) + glyph.advance / span.font.record.unitsPerEm;
      }
    }
    for (let at = 1; at <= text.length; at++) offsets[at] = (offsets[at] ?? 0) + (offsets[at - 1] ?? 0);
    return offsets;
  }

  #line(paragraph: Paragraph, start: number, end: number): Line {
    const { text, isRightToLeft } = paragraph;
    const spans = paragraph.spans
      .filter((span) => span.start < end && span.end > start)
      .map((span) => ({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }));
    let width = 0;
    let naturalLeading = 0;
    const runs = toVisualOrder(spans).map((span) => {
      const { unitsPerEm, ascent, descent, role } = span.font.record;
      const glyphs = this.#shape(text, span);
      width += glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) / unitsPerEm;
      const tall = role === 'script' ? (ascent - descent) / unitsPerEm : 0; // a single symbol does not change the leading
      naturalLeading = Math.max(naturalLeading, tall, isHan(role) ? hanLeading : 0);
      return { font: span.font, glyphs, isRightToLeft: span.level % 2 === 1, text, end: span.end };
    });
    return { runs, width, isRightToLeft, naturalLeading };
  }

  /** Returns the longest beginning of the line that leaves room for an ellipsis. */
  #shorten(paragraph: Paragraph, start: number, end: number, { maxWidth }: Measure): Line {
    const { text, role, cuts } = paragraph;
    const stops = [start, ...cuts.map((cut) => cut.at).filter((at) => at > start && at < end), end];
    for (const stop of stops.reverse()) {
      const shortened = this.#paragraph(text.slice(start, stop).trimEnd() + ellipsisCharacter, role);
      const line = this.#line(shortened, 0, shortened.text.length);
      if (line.width <= maxWidth || stop === start) return line;
    }
    return this.#line(paragraph, start, end);
  }

  /** Shapes a span, without marks that are too far from their letter. The text of the page still has their characters. */
  #shape(text: string, { font, start, end, level }: Span): Glyph[] {
    const { role, unitsPerEm } = font.record;
    const lowest = role === 'script' ? lowestMarkOfScript : -farthestMark;
    const isNear = ({ advance, yOffset }: Glyph) => {
      const height = yOffset / unitsPerEm;
      return advance !== 0 || (height <= farthestMark && height >= lowest);
    };
    return this.#shaper.shape(this.#handle(font), text, start, end, level % 2 === 1).filter(isNear);
  }

  #handle(font: Font): number {
    let handle = this.#handles.get(font);
    if (handle === undefined) {
      handle = this.#shaper.addFont(font.bytes());
      this.#handles.set(font, handle);
    }
    return handle;
  }
}

interface FilledLines {
  readonly lines: [number, number][];
  /** The number of lines that end inside a word or at another bad place, because no better place fits. */
  readonly badBreaks: number;
}

/** Returns the lines of a paragraph. Balancing adds neither lines nor bad breaks. */
function breakLines(paragraph: Paragraph, measure: Measure): [number, number][] {
  const fill = (maxWidth: number) => fillLines(paragraph, maxWidth, measure.balanced ?? false);
  let best = fill(measure.maxWidth);
  if (!measure.balanced || best.lines.length < 2) return best.lines;
  let narrow = measure.maxWidth / 2;
  let wide = measure.maxWidth;
  for (let step = 0; step < 8; step++) {
    const middle = (narrow + wide) / 2;
    const attempt = fill(middle);
    const isAsGood = attempt.lines.length === best.lines.length && attempt.badBreaks <= best.badBreaks;
    if (isAsGood) [wide, best] = [middle, attempt];
    else narrow = middle;
  }
  return best.lines;
}

/** Fills each line with as much text as fits. White space at the end of a line does not count. */
function fillLines({ text, cuts, offsets }: Paragraph, maxWidth: number, wholeWords: boolean): FilledLines {
  const lines: [number, number][] = [];
  let badBreaks = 0;
  let start = 0;
  let betweenWords = 0;
  let inWord = 0;
  let previous = 0;
  for (const { at, isBreak, isInWord } of [...cuts, { at: text.length, isBreak: true, isInWord: false }]) {
    const isVisible = !isSpace(text.slice(previous, at));
    if (isVisible && (offsets[at] ?? 0) - (offsets[start] ?? 0) > maxWidth && previous > start) {
      const end = [betweenWords, inWord, previous].find((place) => place > start) ?? previous;
      if (end !== betweenWords) badBreaks++;
      lines.push([start, end]);
      start = end;
    }
    if (isBreak && !(wholeWords && isInWord)) betweenWords = at;
    else if (isBreak) inWord = at;
    previous = at;
  }
  lines.push([start, text.length]);
  const withoutSpace = (from: number, to: number) => from + text.slice(from, to).trimEnd().length;
  return { lines: lines.map(([from, to]) => [from, withoutSpace(from, to)]), badBreaks };
}

/**
 * Orders spans from left to right by rule L2 of UAX #9: for each level from the highest to 1, it reverses the sequences of spans at that
 * level or above.
 */
function toVisualOrder(spans: Span[]): Span[] {
  const ordered = [...spans];
  const highest = Math.max(0, ...spans.map((span) => span.level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to++;
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return ordered;
}
