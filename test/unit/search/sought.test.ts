import { expect, test } from 'vitest';
import { readSought, type SoughtPart } from '../../../shared/search/sought.ts';

/** A part as people write it, folded. */
const written = ({ words, isPhrase }: SoughtPart): string =>
  isPhrase ? `"${words.join(' ')}"` : words.join(' ');

test.for<readonly [q: string, wanted: readonly string[], excluded: readonly string[]]>([
  ['Contract', ['contract'], []],
  ['"Rent contract" 2026', ['"rent contract"', '2026'], []],
  ['rent -draft -"to be signed"', ['rent'], ['draft', '"to be signed"']],
  ['-draft rent', ['rent'], ['draft']],
  ['--draft rent', ['rent'], ['draft']],
  ['rent - draft', ['rent', 'draft'], []],
  ['pre-contract', ['pre', 'contract'], []],
  ['a -2026-04', ['a'], ['"2026 04"']],
  ["a -don't", ['a'], ['"don t"']],
  ['a -"draft"', ['a'], ['"draft"']],
  ['"rent contract', ['rent', 'contract'], []],
  ['"rent" contract"', ['"rent"', 'contract'], []],
  ['-"rent contract', ['contract'], ['rent']],
  ['""', [], []],
  ['-draft', [], ['draft']],
  ['-"to be" -signed', [], ['"to be"', 'signed']],
  ['"a b" "A  B" a', ['"a b"', 'a'], []],
  ['東京都 "契約 書"', ['東京都', '"契約 書"'], []],
  ['con\u00adtract', ['contract'], []],
])('%j wants %j and excludes %j', ([q, wanted, excluded]) => {
  const sought = readSought(q);
  expect(sought.wanted.map(written)).toEqual(wanted);
  expect(sought.excluded.map(written)).toEqual(excluded);
});
