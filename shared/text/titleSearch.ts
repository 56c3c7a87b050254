/** Letters, marks and digits. A word ends at any other character. */
const inWords = '[\\p{L}\\p{M}\\p{Nd}]';

/**
 * The characters of words in scripts that are written without spaces, and of Hangul. The extensions of Han and Hiragana (UAX #24) add
 * letters and marks that several scripts use, such as the long vowel.
 */
const inRuns =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]' +
  `&&${inWords}]`;

/** Matches where a match may begin: where a word begins, at each character of a run, and after a run. */
const beginning = `(?:(?<!${inWords})|(?<=${inRuns}\\p{M}*)|(?=${inRuns}))`;

/** The marks of letters of these scripts. Most characters are no marks, so looking for these first is faster. */
const marks = /\p{M}+(?<=[[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]&&\p{L}]\p{M}+)/gv;
const hasOnlyAscii = /^[\0-\x7f]*$/;

/**
 * Returns a text in the form in which texts are compared: NFKC, in lower case, letters of Latin, Greek and Cyrillic without marks, and each
 * sigma as σ. Marks of other scripts distinguish words, so they stay.
 */
export function folded(text: string): string {
  if (hasOnlyAscii.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(marks, '');
  return bare.normalize('NFC').replaceAll('ς', 'σ');
}

/**
 * Returns a function that decides whether a title has every word of `q`: a word of `q` must begin a word of the title. In a run of Han,
 * kana, Hangul, Thai, Lao, Khmer or Burmese it may begin at any character.
 */
export function titleMatcher(q: string): (title: string) => boolean {
  const words = new Set(folded(q).match(new RegExp(`${inWords}+`, 'gv')));
  const wanted = [...words].map((word) => ({ word, place: new RegExp(beginning + word, 'v') }));
  return (title) => {
    const text = folded(title);
    // Most titles do not have the word at all. Looking for it as plain text is faster.
    return wanted.every(({ word, place }) => text.includes(word) && place.test(text));
  };
}
