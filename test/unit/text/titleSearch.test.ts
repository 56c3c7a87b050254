import { expect, test } from 'vitest';
import { findsWord } from '../../../shared/text/findsWord.ts';
import { folded, titleMatcher } from '../../../shared/text/titleSearch.ts';

test.for([
  ['Contract', 'contract', 'lower case'],
  ['ＣＯＮＴＲＡＣＴ', 'contract', 'full-width letters'],
  ['Café', 'cafe', 'a composed mark'],
  ['Cafe\u0301', 'cafe', 'a mark of its own'],
  ['İstanbul', 'istanbul', 'a dotted capital I'],
  ['łódź', 'łodz', 'a letter that has no mark'],
  ['ΌΜΗΡΟΣ', 'ομηροσ', 'Greek in capitals'],
  ['Όμηρος', 'ομηροσ', 'Greek with a final sigma'],
  ['ガギ', 'ガギ', 'kana keep their marks'],
  ['カ\u3099', 'ガ', 'decomposed kana are composed'],
  ['कि क़', 'कि क\u093c', 'Devanagari keeps its marks'],
  ['مُحَمَّد', 'مُحَمَّد', 'Arabic keeps its marks'],
  ['\u1100\u1161', '가', 'Hangul is composed'],
  ['con\u00adtract', 'contract', 'a soft hyphen is not seen'],
  ['Tür\u200b\u2060\ufeff', 'tur', 'characters without a width are not seen'],
  ['\u200ea\u202eb\u2066c\u061c', 'abc', 'direction marks are not seen'],
  ['a\tb\nc\u0085\u2028', 'a\tb\nc\u0085\u2028', 'white space stays'],
  ['a\u034f\u0323\u0301', 'a', 'a joiner between marks is not seen'],
  ['می\u200cخواهم', 'میخواهم', 'a non-joiner is not seen'],
])('folding: %s becomes %s: %s', ([text = '', expected]) => {
  expect(folded(text)).toBe(expected);
});

const matches = (q: string, title: string) => titleMatcher(q)(title);

test.for([
  ['contract', 'Contract', 'a word'],
  ['con', 'pre-contract', 'a word after a hyphen'],
  ['b', 'a_b', 'a word after an underscore'],
  ['2026', 'Report 2026-11', 'digits'],
  ['cafe', 'Le Café', 'a letter without its mark'],
  ['οδος', 'ΟΔΟΣ', 'a final sigma in a word of capitals'],
  ['क', 'किताब', 'a letter before its mark'],
  ['京都', '東京都', 'a place in a run of Han'],
  ['京タ', '東京タワー', 'neighbouring runs'],
  ['ー', '東京タワー', 'a long vowel'],
  ['약서', '계약서', 'Hangul'],
  ['เช่า', 'สัญญาเช่า', 'Thai'],
  ['用', 'iPhone用ケース', 'a run after Latin letters'],
  ['京Tow', '東京Tower', 'a place in a run, and what follows it'],
  ['契約 2026', '２０２６ 賃貸契約書', 'a run and a number'],
  ['tower', '東京Tower', 'a word after a run'],
  ['contract', 'Con\u00adtract', 'a word with a soft hyphen'],
  [`क${'\u0901'.repeat(9)}`, `क${'\u0901'.repeat(8)}`, 'eight marks in a row'],
  ['b', `${'\u0301'.repeat(255)} b`, 'a word after many marks'],
])('a search finds %j in %j: %s', ([q = '', title = '']) => {
  expect(matches(q, title)).toBe(true);
});

test.for([
  ['tract', 'Contract', 'the end of a word'],
  ['contracts', 'Contract', 'a longer word'],
  ['26', 'Report 2026', 'the end of a number'],
  ['東都', '東京都', 'a run that is not contiguous'],
  ['京都', '東京 都', 'two runs for one'],
  ['京ワ', '東京タワー', 'neighbouring runs that are not contiguous'],
  ['東Tower', '東京Tower', 'a run and a word that are not contiguous'],
  ['カ', 'ガ', 'kana without their mark'],
  ['محمد', 'مُحَمَّد', 'Arabic without its marks'],
  [`क${'\u0901'.repeat(8)}`, `क${'\u0901'.repeat(7)}`, 'seven marks for eight'],
])('a search does not find %j in %j: %s', ([q = '', title = '']) => {
  expect(matches(q, title)).toBe(false);
});

const marks = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  // Half-width voice marks become marks.
  .filter((character) => /^\p{M}+$/u.test(character.normalize('NFKC')));

// Threat: A title or a search takes much computing time
test.for(['a', 'カ'])('255 marks of each kind after %j are at most eight, and are found', (base) => {
  for (const [index, mark] of marks.entries())
    for (const row of [mark, mark + marks[(index + 97) % marks.length]]) {
      const title = base + row.repeat(255).slice(0, 254);
      const decomposed = folded(title).normalize('NFD');
      if (/\p{M}{9}/u.test(decomposed) || !matches(title, title)) expect.unreachable(`${base} ${row}`);
    }
});

// Threat: A title or a search takes much computing time
test('the work of finding a word is linear in the word and the text', () => {
  let reads = 0;
  const counted = (text: string): ArrayLike<string> =>
    new Proxy(Array.from(text), {
      get: (letters, name) => {
        if (name !== 'length') reads++;
        return Reflect.get(letters, name);
      },
    });
  for (const [word, text] of [
    ['京'.repeat(200), '京'.repeat(1000)],
    [`${'京'.repeat(199)}都`, '京'.repeat(1000)],
    [`都${'京'.repeat(199)}`, '京'.repeat(1000)],
    ['京都'.repeat(100), `京都京${'京都'.repeat(98)}京`.repeat(5)],
    ['\u0ddd'.repeat(200), '\u0ddd'.repeat(1000)],
  ] as const) {
    reads = 0;
    const nowhere = Array.from(text, () => false);
    expect(findsWord(counted(word), counted(text), nowhere)).toBe(false);
    expect(reads).toBeLessThanOrEqual(5 * (word.length + text.length));
  }
});
