/**
 * Finds the places where a line may end, by the parts of Unicode's line breaking algorithm (UAX #14) that a cover page needs. Scripts
 * without spaces between words (Thai, Lao, Khmer, Burmese) break at ICU's word boundaries.
 */

/** A place between two graphemes, which people see as letters. Nothing splits a grapheme. */
export interface Cut {
  /** UTF-16 index of the first unit after the cut. */
  readonly at: number;
  /** False if a line may end here only when a word is longer than the line. */
  readonly isBreak: boolean;
  /** True inside a Chinese or Japanese word. A line may end here, but the line of a title should not. */
  readonly isInWord: boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

const anySpace = /^[^\S\u00a0\u202f\u2007\ufeff]/u; // excludes no-break spaces, which `\s` includes
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff01-\uff60]/u;
const hiragana = /^\p{Script=Hiragana}/u;
/** Matches the numbers that `FontChooser.readable` writes for characters that no font has. */
const numberedCharacter = /\[U\+[0-9A-F]{4,6}\]/g;
const pictograph = /\p{Extended_Pictographic}/u;
/** Characters that do not begin a line: closing punctuation, small kana and prolongation marks (JIS X 4051, GB/T 15834). */
const notAtStart =
  /^[\p{Pe}\p{Pf}!%,.:;?\u2026\u2030\u00b7\u2013\u2014々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー゛゜ゝゞヽヾ・、。〜！％，．：；？～ｰﾞﾟ]/u;
/** Characters that do not end a line: opening punctuation and currency signs. */
const notAtEnd = /^[\p{Ps}\p{Pi}$£¥€＄￡￥]/u;
/** Characters after which a line may end: hyphens, dashes, slashes, Tibetan and Ethiopic word marks, zero-width spaces. */
const breakAfter = /^[-\u2010\u2012-\u2014/\u200b\u0f0b\u1361]/u;

/** Returns every place between graphemes, in order. The end of the text and the inside of `[U+1234]` are excluded. */
export function findCuts(text: string): Cut[] {
  const hasUnmarkedWords = unspaced.test(text) || ideographic.test(text);
  const wordAt = new Map(
    hasUnmarkedWords ? Array.from(words.segment(text), (word) => [word.index, word.segment]) : [],
  );
  const insideNumbers = new Set(
    Array.from(text.matchAll(numberedCharacter), (match) =>
      Array.from({ length: match[0].length - 1 }, (_, unit) => match.index + 1 + unit),
    ).flat(),
  );
  const cuts: Cut[] = [];
  let before = '';
  let beforeThat = '';
  for (const { segment, index } of graphemes.segment(text)) {
    const word = wordAt.get(index);
    if (index > 0 && !insideNumbers.has(index)) {
      const isBreak = mayBreak(beforeThat, before, segment, word !== undefined);
      const isInWord =
        ideographic.test(before) && ideographic.test(segment) && (!word || isEnding(word, before));
      cuts.push({ at: index, isBreak, isInWord });
    }
    beforeThat = before;
    before = segment;
  }
  return cuts;
}

/**
 * Returns whether a word of the dictionary is only an ending: a last character, as in 契約書 (contract document), or a Japanese particle in
 * Hiragana.
 */
function isEnding(word: string, before: string): boolean {
  return /^\p{L}$/u.test(word) || (hiragana.test(word) && !hiragana.test(before));
}

/** Returns whether a text begins with white space that is not shown at the end of a line. */
export function isSpace(text: string): boolean {
  return anySpace.test(text);
}

function mayBreak(beforeThat: string, before: string, after: string, isWordStart: boolean): boolean {
  if (isSpace(after)) return false;
  if (isSpace(before)) return true;
  if (notAtStart.test(after) || notAtEnd.test(before)) return false;
  if (breakAfter.test(before)) return /^\p{L}/u.test(after) && /[\p{L}\p{N}]/u.test(beforeThat);
  if (unspaced.test(before) && unspaced.test(after)) return isWordStart;
  if (ideographic.test(before) || ideographic.test(after)) return true;
  return pictograph.test(before) && pictograph.test(after);
}
