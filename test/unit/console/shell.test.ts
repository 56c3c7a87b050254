import { expect, test } from 'vitest';
import { languageOf } from '../../../shared/pages/console/language.ts';

test.for([
  [undefined, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr, ja;q=0.5, en;q=0.4', 'ja'],
  ['en;q=0.1, de;q=0', 'en'],
  ['*', 'en'],
  ['xx;q=abc', 'en'],
] as const)('for Accept-Language %j the console begins in %s', ([header, language]) => {
  expect(languageOf(header, ['en', 'de', 'ja'])).toBe(language);
});
