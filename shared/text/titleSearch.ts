import { findsWord } from './findsWord.ts';

/**
 * The comparison of titles with the words of a search. All of it takes time linear in the text: anybody can write a title, and search with
 * any words.
 */

/** Letters, marks and digits. A word ends at any other character. */
const word = /[\p{L}\p{M}\p{Nd}]+/gu;
const inWords = /^[\p{L}\p{M}\p{Nd}]$/u;
const isMark = /^\p{M}$/u;
/**
 * The characters of scripts that are written without spaces, and of Hangul. The extensions of Han and Hiragana (UAX #24) add letters and
 * marks that several scripts use, such as the long vowel.
 */
const inRuns =
  /^[\p{scx=Han}\p{scx=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]$/u;

const hasOnlyPrintableAscii = /^[ -~]*$/;
/**
 * Characters that cannot be seen: the soft hyphen, characters without a width, direction marks and fillers (UAX #44,
 * Default_Ignorable_Code_Point), the annotation characters, and controls that are no white space.
 */
const unseen = /[\p{DI}\ufff9-\ufffb]|[^\P{Cc}\t-\r\u0085]/gu;
/** At most eight marks in a row are compared. Words of people have fewer. Normalization sorts longer rows in quadratic time. */
const uncompared = /(\p{M}{8})\p{M}+/gu;
const marked = /(\P{M})\p{M}+/gu;
const isLetter = /^\p{L}$/u;
const ofBareScripts = /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]$/u;

/**
 * Returns a text in the form in which texts are compared: NFKC, in lower case, without characters that cannot be seen, letters of Latin,
 * Greek and Cyrillic without marks, at most eight marks in a row, and each sigma as σ. Marks of other scripts distinguish words, so they
 * stay.
 */
export function folded(text: string): string {
  if (hasOnlyPrintableAscii.test(text)) return text.toLowerCase();
  return text
    .replace(unseen, '')
    .replace(uncompared, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(marked, (whole, base: string) =>
      isLetter.test(base) && ofBareScripts.test(base) ? base : whole,
    )
    .replace(uncompared, '$1')
    .normalize('NFC')
    .replaceAll('ς', 'σ');
}

/**
 * Returns a function that decides whether a title has every word of `q`: a word of `q` must begin a word of the title. In a run of Han,
 * kana, Hangul, Thai, Lao, Khmer or Burmese it may begin at any character.
 */
export function titleMatcher(q: string): (title: string) => boolean {
  const wanted = [...new Set(folded(q).match(word))];
  return (title) => {
    const text = folded(title);
    // Most titles do not have the words at all. Looking for them as plain text is faster.
    if (!wanted.every((one) => text.includes(one))) return false;
    const isBeginning = beginningsIn(text);
    return wanted.every((one) => findsWord(one, text, isBeginning));
  };
}

/**
 * Returns the places of a text where a match may begin: where a word begins, at each character of a run, and after a run with its marks.
 */
function beginningsIn(text: string): readonly boolean[] {
  const beginnings: boolean[] = [];
  let isInWord = false;
  let isAfterRun = false;
  for (const character of text) {
    const isOfRun = inRuns.test(character) && inWords.test(character);
    beginnings.push(!isInWord || isAfterRun || isOfRun);
    // A character of two UTF-16 units has a place for each.
    if (character.length > 1) beginnings.push(false);
    isInWord = inWords.test(character);
    isAfterRun = isOfRun || (isAfterRun && isMark.test(character));
  }
  return beginnings;
}
