import { expect, test } from 'vitest';
import { languageOf } from '../../../shared/pages/language.ts';

test.for([
  [undefined, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr, ja;q=0.5, en;q=0.4', 'ja'],
  ['en;q=0.1, de;q=0', 'en'],
  ['*', 'en'],
  ['xx;q=abc', 'en'],
] as const)('for Accept-Language %j a page is in %s', ([header, language]) => {
  expect(languageOf(header)).toBe(language);
});
