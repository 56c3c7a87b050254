import { folded } from '../text/titleSearch.ts';

/**
 * The words of texts, as the search engine compares them. The engine only splits a text at spaces, so every engine finds the same, and finds
 * titles as `titleMatcher` does.
 *
 * A word is letters, marks and digits. Scripts that are written without spaces, and Hangul, form runs in a word: a search may begin at each
 * character of a run. So a run is a token for each character, with the next character of the run: 東京都 is 東京, 京都 and 都. What is
 * between runs in a word is one token. Where it meets a run, the token before ends with a joiner, so that 第2回 (第!, 2! and 回) is not
 * found as three words.
 */

const word = /[\p{L}\p{M}\p{Nd}]+/gu;
/** The characters of runs. See `titleMatcher`. */
const ofRun = /[\p{scx=Han}\p{scx=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/**
 * It sorts before letters and digits. OpenSearch completes an open end with the first 1,000 tokens that fit, and so finds a number before a run
 * among as many longer numbers as there are.
 */
const joiner = '!';
/** A token is cut at this number of characters. No search has a longer word. */
const tokenMaxCharacters = 200;

const isMark = /^\p{M}$/u;

/** A character of a run, or all that is between two runs. */
export interface Unit {
  readonly text: string;
  readonly isOfRun: boolean;
}

/** A search for tokens that follow one another. The last one may be the beginning of a longer token. */
export interface TokenPhrase {
  readonly tokens: readonly string[];
  readonly isLastOpen: boolean;
}

/** Returns the folded words of a text. */
export const wordsIn = (text: string): readonly string[] => wordsOf(folded(text)).map(([one]) => one);

/** Returns the words of a folded text, each with its place. */
export const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(word)];

/** Returns the tokens of a text with spaces between them, as entries have them. */
export const tokensOf = (text: string): string => wordsIn(text).flatMap(tokensOfWord).join(' ');

/** Returns the tokens with which a text is found that has a word which begins with `sought`, a folded word. */
export const beginningWith = (sought: string): TokenPhrase => openAtEnd([], unitsOf(sought));

/**
 * Returns the tokens with which a text is found that has these folded words, one after the other. The last word may go on only if it ends
 * in a run, where words have no visible end.
 */
export function phraseOf(words: readonly string[]): TokenPhrase {
  const before = words.slice(0, -1).flatMap(tokensOfWord);
  const last = unitsOf(words.at(-1) ?? '');
  if (last.at(-1)?.isOfRun) return openAtEnd(before, last);
  return { tokens: [...before, ...tokensOfUnits(last)], isLastOpen: false };
}

/** Returns tokens and those of a word that may go on in the text. The last two characters of a run are one token, which has both. */
function openAtEnd(before: readonly string[], units: readonly Unit[]): TokenPhrase {
  const tokens = tokensOfUnits(units);
  const isLastKnown = units.at(-1)?.isOfRun === true && units.at(-2)?.isOfRun === true;
  return isLastKnown
    ? { tokens: [...before, ...tokens.slice(0, -1)], isLastOpen: false }
    : { tokens: [...before, ...tokens], isLastOpen: true };
}

const tokensOfWord = (one: string): readonly string[] => tokensOfUnits(unitsOf(one));

/** Returns the token of each unit of a word. */
export const tokensOfUnits = (units: readonly Unit[]): readonly string[] =>
  units.map(({ text, isOfRun }, index) => {
    const next = units[index + 1];
    if (!next) return cut(text);
    return cut(text) + (isOfRun && next.isOfRun ? next.text : joiner);
  });

/** Returns the units of a folded word. Together they are the word. */
export function unitsOf(one: string): readonly Unit[] {
  if (!ofRun.test(one)) return [{ text: one, isOfRun: false }];
  const units: Unit[] = [];
  let between = '';
  const endPiece = () => {
    if (between !== '') units.push({ text: between, isOfRun: false });
    between = '';
  };
  for (const character of one) {
    // A search may also begin at a mark that follows a run, and after it.
    const isAfterRun = between === '' && units.at(-1)?.isOfRun === true;
    if (ofRun.test(character) || (isAfterRun && isMark.test(character))) {
      endPiece();
      units.push({ text: character, isOfRun: true });
    } else between += character;
  }
  endPiece();
  return units;
}

const cut = (text: string): string => text.slice(0, tokenMaxCharacters).replace(/[\ud800-\udbff]$/, '');
