import { describe, expect, test } from 'vitest';
import { snippetMaxCharacters } from '../../../../shared/contract/limits.ts';
import { snippetOf } from '../../../../shared/reading/search/snippet.ts';
import { readSought } from '../../../../shared/search/sought.ts';
import { wordsIn } from '../../../../shared/search/tokens.ts';
import { drawsOf } from '../../../support/rooms/random.ts';
import { finds } from '../../../support/search/reference.ts';

const snippet = (q: string, text: string) => snippetOf(readSought(q), text);

/** A snippet with its marked pieces in brackets. */
const written = (q: string, text: string): string | undefined =>
  snippet(q, text)
    ?.map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');

const words = (count: number, word = 'lorem'): string =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');

describe('a snippet', () => {
  test.for([
    ['liab', 'limits the Liability of each party', 'limits the [Liability] of each party', 'whole words'],
    ['a', 'A  b\n\ta', '[A] b [a]', 'one space in place of white space'],
    ['party liable', 'each party is liable', 'each [party] is [liable]', 'several words'],
    ['"each party"', 'Each,\nparty and party', '[Each, party] and party', 'a phrase as one piece'],
    ['cafe', 'Le Cafe\u0301.', 'Le [Cafe\u0301].', 'the text as it is'],
    ['京都', '東京都', '東[京都]', 'of a run only what is sought'],
    ['京 都', '東京都', '東[京都]', 'neighbours as one piece'],
    ['finance', 'ﬁnances', '[ﬁnances]', 'a ligature'],
    ['contract -draft', 'a contract', 'a [contract]', 'what is left without excluded words'],
  ])('of %j in %j is %j: %s', ([q = '', text = '', expected]) => {
    expect(written(q, text)).toBe(expected);
  });

  test.for([
    ['contract', 'a subcontract'],
    ['party liable', 'each party'],
    ['"party liable"', 'liable party'],
    ['contract -draft', 'the draft of a contract'],
    ['contract', ''],
  ])('of %j is not there in %j', ([q = '', text = '']) => {
    expect(snippet(q, text)).toBeUndefined();
  });

  test('prefers the place where the most words stand near each other', () => {
    const text = `alpha ${words(100)} beta ${words(100)} beta and alpha ${words(100)} alpha`;
    expect(written('alpha beta', text)).toMatch(/ lorem99 \[beta\] and \[alpha\] lorem0 /);
  });

  test.for([
    ['a word', 'x'.repeat(1000)],
    ['a word of letters with marks', 'x\u0323\u0301'.repeat(400)],
    ['a letter with endless marks', `x${'\u0323'.repeat(1000)}`],
    ['a word of pairs', '𠮷'.repeat(1000)],
  ])('of %s that is longer than a snippet is cut', ([, text = '']) => {
    const [piece, ...others] = snippet([...text][0] ?? '', text) ?? [];
    expect(others.length).toBeLessThan(2);
    expect(piece?.hit).toBe(true);
    expect(piece?.text.isWellFormed()).toBe(true);
    expect(piece?.text.length).toBeLessThanOrEqual(snippetMaxCharacters);
  });
});

describe('for random texts and searches', () => {
  const { oneOf, below, chance } = drawsOf(Number(process.env.SNIPPET_SEED ?? Date.now() % 2 ** 30));
  const letters = [
    ...'aaabbcé2 2   -.\n\t\u00ad\u0301\u200d東京都タワーー々계약สัញญาចុមُح',
    '𠮷',
    '👩‍👩‍👧',
    '🇩🇪',
    'ﬁ',
    'ｶﾞ',
    'e\u0301',
    '\u1100\u1161',
  ];
  const randomText = (most: number): string =>
    Array.from({ length: 1 + below(most) }, () => oneOf(letters)).join('');
  const searchIn = (text: string): string => {
    const begin = below(text.length);
    const piece = () => text.slice(begin, begin + 1 + below(6)) || 'a';
    return `${chance(0.2) ? `"${piece()}"` : piece()} ${chance(0.5) ? randomText(2) : ''} ${chance(0.1) ? '-b' : ''}`;
  };
  const sixty = Array.from({ length: 60 }, (_, index) => `a${index.toString(36)}`).join(' ');
  const collapsed = (text: string): string => text.replace(/\p{White_Space}+/gu, ' ').trim();

  test('it is there if the engine finds the text, and a piece of the text with the words marked', () => {
    let found = 0;
    for (let round = 0; round < 2000; round++) {
      const text = randomText(chance(0.5) ? 30 : 600);
      const q = searchIn(text);
      const sought = readSought(q);
      if (sought.wanted.length === 0 || !q.isWellFormed() || !text.isWellFormed()) continue;
      const pieces = snippetOf(sought, text);
      const context = JSON.stringify({ q, text, pieces });

      expect(pieces !== undefined, context).toBe(finds(sought, text));
      if (!pieces) continue;
      found++;
      const joined = pieces.map((piece) => piece.text).join('');
      expect(joined.length, context).toBeLessThanOrEqual(snippetMaxCharacters);
      expect(collapsed(text).includes(joined), context).toBe(true);
      expect(
        pieces.every((piece) => piece.text !== '' && piece.text.isWellFormed()),
        context,
      ).toBe(true);
      expect(
        pieces.every(({ hit }, index) => hit !== pieces[index - 1]?.hit),
        context,
      ).toBe(true);
      const marked = pieces.filter(({ hit }) => hit);
      expect(marked.length, context).toBeGreaterThan(0);
      const begins = sought.wanted.map(({ words: [first] }) => first);
      for (const { text: piece } of marked)
        expect(
          begins.some((one) => wordsIn(piece).some((word) => word.includes(one))),
          context,
        ).toBe(true);
    }
    expect(found).toBeGreaterThan(400);
  });

  test.for([
    ['one word', 'a', 'a '.repeat(50_000)],
    ['sixty words', sixty, `${sixty} `.repeat(600).slice(0, 100_000)],
    ['marks of one letter', 'a', `a${'\u0301'.repeat(49_999)}`],
    ['one run', '東京', '東京都'.repeat(11_000)],
  ])('is there for a hostile page of 100,000 bytes: %s', ([, q = '', text = '']) => {
    expect(snippetOf(readSought(q), text)).toBeDefined();
  });
});
