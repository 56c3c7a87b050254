import { expect, test } from 'vitest';
import { beginningWith, phraseOf, tokensOf, wordsIn } from '../../../shared/search/tokens.ts';
import { folded, titleMatcher } from '../../../shared/text/titleSearch.ts';
import { drawsOf } from '../../support/rooms/random.ts';
import { hasTokens } from '../../support/search/reference.ts';

const findsByTokens = (q: string, text: string): boolean =>
  wordsIn(q).every((word) => hasTokens(beginningWith(word), text));

test.for([
  ['The 2nd Contract', 'the 2nd contract'],
  ['東京都', '東京 京都 都'],
  ['第2回', '第! 2! 回'],
  ['東京Tower', '東京 京! tower'],
  ['𠮷野家', '𠮷野 野家 家'],
  ['สัญ', 'สั ัญ ญ'],
  [`${'x'.repeat(300)} y`, `${'x'.repeat(200)} y`],
  [`x${'𐌰'.repeat(199)}`, `x${'𐌰'.repeat(99)}`],
  ['--- …', ''],
])('%j has the tokens %j', ([text = '', expected]) => {
  expect(tokensOf(text)).toBe(expected);
});

const characters = [...'aabcé2 2-\u00ad\u0301東京都タワーーガ々계약서สัญญาเช่าកិច្ចសន្យာချုပ်𠮷مُحमकि'];
const { below: random, oneOf } = drawsOf(20_261_129);
const randomText = (max: number): string =>
  Array.from({ length: 1 + random(max) }, () => oneOf(characters)).join('');

test('titles are found as by titleMatcher for 8,000 random titles and words', () => {
  let found = 0;
  for (let round = 0; round < 8000; round++) {
    const title = randomText(20);
    const begin = random(title.length);
    const q = round % 2 === 0 ? title.slice(begin, begin + 1 + random(6)) : randomText(4);
    // A mark or a half of a pair without its letter is no text of people.
    if (/^(?:\p{M}|.*\s\p{M})/u.test(folded(q).trim()) || !q.isWellFormed()) continue;
    const expected = titleMatcher(q)(title);
    if (expected) found++;
    if (findsByTokens(q, title) !== expected) expect.unreachable(`${q} in ${title}: ${expected}`);
  }
  expect(found).toBeGreaterThan(2000);
});

test.for<readonly [phrase: string, text: string, isFound: boolean]>([
  ['contract value', 'The contract value is', true],
  ['contract value', 'value contract', false],
  ['contract value', 'contract values', false],
  ['東京', '東京都', true],
  ['東京 タワー', '東京 タワーズ', true],
  ['東京 タワー', '東京タワー', false],
  ['第2回', '第2回総会', true],
])('the phrase %j in %j: %s', ([phrase, text, isFound]) => {
  expect(hasTokens(phraseOf(wordsIn(phrase)), text)).toBe(isFound);
});
