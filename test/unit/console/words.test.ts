import { expect, test } from 'vitest';
import { fill } from '../../../shared/console/words/catalogue.ts';

test('a text contains its values, with numbers in the format of the language', () => {
  const files = { one: '{count} file', other: '{count} files in {place}' };

  expect(fill(files, 'en', { count: 1 })).toBe('1 file');
  expect(fill(files, 'en', { count: 1200, place: 'the bin' })).toBe('1,200 files in the bin');
  expect(fill('{count} Dateien', 'de', { count: 1200 })).toBe('1.200 Dateien');
});
