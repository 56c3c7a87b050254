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

const SPACE = /^[^\S\u00a0\u202f\u2007\ufeff]/u; // no-break spaces are spaces to a regular expression
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff01-\uff60]/u;
const HIRAGANA = /^\p{Script=Hiragana}/u;
/** How `FontChooser.readable` writes a character no font has. */
const NUMBERED_CHARACTER = /\[U\+[0-9A-F]{4,6}\]/g;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
/** Closing punctuation, small kana and prolongation marks do not start a line (JIS X 4051, GB/T 15834). */
const NOT_AT_START =
  /^[\p{Pe}\p{Pf}!%,.:;?\u2026\u2030\u00b7\u2013\u2014々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー゛゜ゝゞヽヾ・、。〜！％，．：；？～ｰﾞﾟ]/u;
/** Opening punctuation and currency signs do not end one. */
const NOT_AT_END = /^[\p{Ps}\p{Pi}$£¥€＄￡￥]/u;
/** A hyphen or dash between letters, a slash in an address, a Tibetan or Ethiopic word mark, a zero-width space. */
const BREAK_AFTER = /^[-\u2010\u2012-\u2014/\u200b\u0f0b\u1361]/u;

/** Every place between graphemes, in order, the end of the text and the inside of `[U+1234]` excluded. */
export function findCuts(text: string): Cut[] {
  const hasUnmarkedWords = UNSPACED.test(text) || IDEOGRAPHIC.test(text);
  const wordAt = new Map(
    hasUnmarkedWords ? Array.from(words.segment(text), (word) => [word.index, word.segment]) : [],
  );
  const insideNumbers = new Set(
    Array.from(text.matchAll(NUMBERED_CHARACTER), (match) =>
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
        IDEOGRAPHIC.test(before) && IDEOGRAPHIC.test(segment) && (!word || isEnding(word, before));
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
  return /^\p{L}$/u.test(word) || (HIRAGANA.test(word) && !HIRAGANA.test(before));
}

/** True for the white space a line does not show at its end. */
export function isSpace(text: string): boolean {
  return SPACE.test(text);
}

function mayBreak(beforeThat: string, before: string, after: string, isWordStart: boolean): boolean {
  if (isSpace(after)) return false;
  if (isSpace(before)) return true;
  if (NOT_AT_START.test(after) || NOT_AT_END.test(before)) return false;
  if (BREAK_AFTER.test(before)) return /^\p{L}/u.test(after) && /[\p{L}\p{N}]/u.test(beforeThat);
  if (UNSPACED.test(before) && UNSPACED.test(after)) return isWordStart;
  if (IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after)) return true;
  return PICTOGRAPH.test(before) && PICTOGRAPH.test(after);
}
