import bidiModule from 'bidi-js';
import { type Font, type FontLibrary, type FontRole, isHan } from './fontLibrary.ts';
import { guessHanTradition } from './languages.ts';

/** A part of a text in one font and one direction. Spans are in reading order. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly font: Font;
  /** Unicode bidirectional level (UAX #9): odd is right to left. */
  readonly level: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
// The package's types describe its ES module. Node loads the CommonJS module, which is the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** Characters that every font draws as nothing. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u;
const commonScript = /^[\p{Script=Common}\p{Script=Inherited}]/u;
const emojiPattern = /\ufe0f|\p{Emoji_Presentation}/u;

/** Chooses a font for every character of one document. */
export class FontChooser {
  readonly #fonts: readonly Font[];

  /**
   * @param document all text of the document, to distinguish Chinese, Japanese and Korean
   */
  constructor(library: FontLibrary, document: string) {
    const tradition = guessHanTradition(document);
    const rank = (font: Font) => (font.record.role === tradition ? 0 : 1);
    const firstHan = library.fonts.findIndex(({ record }) => isHan(record.role));
    const { han = [], others = [] } = Object.groupBy(library.fonts, ({ record }) =>
      isHan(record.role) ? 'han' : 'others',
    );
    han.sort((one, other) => rank(one) - rank(other));
    this.#fonts = [...others.slice(0, firstHan), ...han, ...others.slice(firstHan)];
  }

  /** Returns a text without control characters. A character that no font has becomes its number: `[U+10FFFD]`. */
  readable(text: string): string {
    let readable = '';
    for (const character of text.toWellFormed().replace(/\t/g, ' ')) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (/\p{Cc}/u.test(character)) continue;
      const hasGlyph = invisible.test(character) || this.#fonts.some((font) => font.covers(codePoint));
      readable += hasGlyph ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
    }
    return readable;
  }

  /** Returns whether the font with this role has every letter of a text. Punctuation and symbols may come from other fonts. */
  hasAllLetters(role: FontRole, text: string): boolean {
    const font = this.withRole(role);
    return [...text].every((letter) => commonScript.test(letter) || font.covers(letter.codePointAt(0) ?? 0));
  }

  /** @throws Error when the library has no such font */
  withRole(role: FontRole): Font {
    const font = this.#fonts.find((candidate) => candidate.record.role === role);
    if (!font) throw new Error(`The font directory has no font for ${role}.`);
    return font;
  }

  /**
   * Splits one paragraph into spans.
   * @param primary the font that the design uses
   */
  itemize(text: string, primary: FontRole): { spans: Span[]; isRightToLeft: boolean } {
    const { levels, paragraphs } = bidi.getEmbeddingLevels(hideAstral(text), 'auto');
    const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
    const fonts = this.#fontPerUnit(text, this.withRole(primary));
    const spans: Span[] = [];
    for (let at = 0; at < text.length; at++) {
      const font = fonts[at] as Font;
      const level = levels[at] ?? 0;
      const last = spans.at(-1);
      if (last?.font === font && last.level === level) spans[spans.length - 1] = { ...last, end: at + 1 };
      else spans.push({ start: at, end: at + 1, font, level });
    }
    return { spans, isRightToLeft };
  }

  #fontPerUnit(text: string, primary: Font): Font[] {
    const chain = [primary, ...this.#fonts.filter((font) => !['title', 'strong'].includes(font.record.role))];
    const result: Font[] = [];
    let previous = this.#fontOfFirstLetter(text, chain) ?? primary;
    for (const { segment } of graphemes.segment(text)) {
      const font = this.#fontOf(segment, chain, previous);
      for (let unit = 0; unit < segment.length; unit++) result.push(font);
      // Punctuation follows the words around it, but not a lone symbol or emoji.
      if (!commonScript.test(segment)) previous = font;
    }
    return result;
  }

  #fontOfFirstLetter(text: string, chain: readonly Font[]): Font | undefined {
    for (const letter of text) {
      if (!commonScript.test(letter) && !invisible.test(letter))
        return this.#fontOf(letter, chain, undefined);
    }
    return undefined;
  }

  #fontOf(grapheme: string, chain: readonly Font[], previous: Font | undefined): Font {
    const visible = visibleOf(grapheme);
    // The shaper composes letters and marks (Hangul, for example) if a font has only the composed character.
    const composed = visibleOf(grapheme.normalize('NFC'));
    const covers = (font: Font) =>
      [visible, composed].some((characters) =>
        characters.every((character) => font.covers(character.codePointAt(0) ?? 0)),
      );
    if (previous && visible.length === 0) return previous;
    if (emojiPattern.test(grapheme)) {
      const emoji = this.withRole('emoji');
      if (covers(emoji)) return emoji;
    }
    if (previous && commonScript.test(grapheme) && covers(previous)) return previous;
    const first = visible[0]?.codePointAt(0) ?? 0;
    return chain.find(covers) ?? chain.find((font) => font.covers(first)) ?? (chain[0] as Font);
  }
}

function visibleOf(grapheme: string): string[] {
  return [...grapheme].filter((character) => !invisible.test(character));
}

/**
 * Replaces characters that bidi-js would misread. bidi-js reads UTF-16 units, and takes every character beyond the first plane for a
 * left-to-right letter. Right-to-left letters there (Adlam) and emoji become characters of the first plane with the same class.
 */
function hideAstral(text: string): string {
  return text
    .replace(/[\u{1e800}-\u{1efff}]/gu, '\u05d0\u05d0')
    .replace(/[\u{1f000}-\u{1faff}]/gu, '\u2605\u2605');
}
