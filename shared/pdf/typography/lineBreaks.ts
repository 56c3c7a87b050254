/**
 * Where a line may end: the parts of Unicode's line breaking algorithm (UAX #14) that a cover page meets. Scripts that
 * write no spaces between words (Thai, Lao, Khmer, Burmese) break at ICU's word boundaries.
 */

/** Between two pieces of text a reader sees as letters: never split one. */
export interface Cut {
  /** UTF-16 index of the first unit after the cut. */
  readonly at: number;
  /** False where a line may end only when a word is longer than the line. */
  readonly isBreak: boolean;
  /** True inside a Chinese or Japanese word, where a line may end but a title had better not. */
  readonly isInWord: boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

const anySpace = /^[^\S\u00a0\u202f\u2007\ufeff]/u; // no-break spaces are spaces to a regular expression
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff01-\uff60]/u;
const hiragana = /^\p{Script=Hiragana}/u;
/** How `FontChooser.readable` writes a character no font has. */
const numberedCharacter = /\[U\+[0-9A-F]{4,6}\]/g;
const pictograph = /\p{Extended_Pictographic}/u;
/** Closing punctuation, small kana and prolongation marks do not start a line (JIS X 4051, GB/T 15834). */
const notAtStart =
  /^[\p{Pe}\p{Pf}!%,.:;?\u2026\u2030\u00b7\u2013\u2014々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー゛゜ゝゞヽヾ・、。〜！％，．：；？～ｰﾞﾟ]/u;
/** Opening punctuation and currency signs do not end one. */
const notAtEnd = /^[\p{Ps}\p{Pi}$£¥€＄￡￥]/u;
/** A hyphen or dash between letters, a slash in an address, a Tibetan or Ethiopic word mark, a zero-width space. */
const breakAfter = /^[-\u2010\u2012-\u2014/\u200b\u0f0b\u1361]/u;

/** Every place between graphemes, in order, the end of the text and the inside of `[U+1234]` excluded. */
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
 * The dictionary takes endings for words: a last character, as in 契約書 (contract document), and Japanese particles,
 * which are written in Hiragana.
 */
function isEnding(word: string, before: string): boolean {
  return /^\p{L}$/u.test(word) || (hiragana.test(word) && !hiragana.test(before));
}

/** True for the white space a line does not show at its end. */
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
