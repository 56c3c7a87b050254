import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTexts, unpackTexts } from '../../../shared/files/keptTexts.ts';
import { bytesOf, cleanedText, cutText } from '../../../shared/pdf/pageText.ts';

/** Characters of many kinds, with those that cannot be seen, joiners, letters, marks and lone surrogates more often. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('\u200c', '\u200d', '\u200b', '\u202e', '\u0000', '\t', '\r\n', '\ud800', '\u{e0041}'),
      fc.constantFrom('ک', 'ن', 'क', '्', 'a', '한', '字', '👩', ' ', '\u00ad'),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

const unseen = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const strayJoiner = /(?:^|[^\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?:$|[^\p{L}\p{M}])/u;

test('a cleaned text has no character that cannot be seen, and a second cleaning changes nothing', () => {
  fc.assert(
    fc.property(text, (given) => {
      const cleaned = cleanedText(given);
      expect(cleaned.replaceAll('\n', '')).not.toMatch(unseen);
      expect(cleaned).not.toMatch(strayJoiner);
      expect(cleanedText(cleaned)).toBe(cleaned);
    }),
  );
});

test('cleaning keeps every other character, in its order', () => {
  const removed = new RegExp(`${unseen.source}|[\\u034f\\u180e\\ufff9-\\ufffb\\u200c\\u200d]`, 'gu');
  fc.assert(
    fc.property(text, (given) => {
      const kept = (of: string) =>
        of
          .toWellFormed()
          .replace(/[\t\n\v\f\r\u0085\u2028\u2029 ]/g, '')
          .replace(removed, '');
      expect(kept(cleanedText(given))).toBe(kept(given));
    }),
  );
});

test.for([
  ['a joiner within Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a joiner at the end of a word', 'می\u200c خواهم', 'می خواهم'],
  ['a word with its order reversed', 'pay \u202e100\u202c now', 'pay 100 now'],
  ['all kinds of line breaks', 'a\r\nb\rc\u2028d\u0085e\ff', 'a\nb\nc\nd\ne\nf'],
])('cleans %s', ([, given = '', expected]) => {
  expect(cleanedText(given)).toBe(expected);
});

test('a cut text is the longest beginning that fits, and ends with a whole character', () => {
  fc.assert(
    fc.property(text, fc.nat(80), (given, max) => {
      const cleaned = cleanedText(given);
      const cut = cutText(cleaned, max);
      expect(bytesOf(cut)).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
      expect(cleaned.startsWith(cut)).toBe(true);
      expect(cleanedText(cut)).toBe(cut);
      const [next = ''] = cleaned.slice(cut.length);
      const [following = ''] = cleaned.slice(cut.length + next.length);
      // A joiner is left out with the letter after it.
      const more = /[\u200c\u200d]/.test(next) ? next + following : next;
      if (cut !== cleaned) expect(bytesOf(cut + more)).toBeGreaterThan(max);
    }),
  );
});

test('stored texts are read in any part of a file, in one request for its beginning and in two for the rest', async () => {
  const long = (seed: number) =>
    Array.from({ length: 900 }, (_, index) => Math.sin(seed + index).toString(36)).join(' ');
  const texts = Array.from({ length: 120 }, (_, index) =>
    index % 7 === 0 ? '' : `Page ${index + 1} ${long(index)}`,
  );
  const facts = { page_count: 123, has_text: true, truncated: false };
  const object = packTexts(facts, texts);
  let requests = 0;
  const read = async (begin: number, end: number) => {
    requests += 1;
    return object.subarray(begin, end);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 130 }),
      fc.integer({ min: 1, max: 20 }),
      async (first, max) => {
        const found = await unpackTexts(read, first, max);
        const all = [...texts, '', '', ''];
        expect(found).toEqual({ ...facts, texts: all.slice(first - 1, first - 1 + max) });
      },
    ),
  );

  requests = 0;
  await unpackTexts(read, 1, 1);
  expect(requests).toBe(1);
  await unpackTexts(read, 110, 10);
  expect(requests).toBe(3);
});
