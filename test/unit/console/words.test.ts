import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fill } from '../../../shared/console/words/catalogue.ts';
import { de } from '../../../shared/console/words/words.de.ts';
import { en } from '../../../shared/console/words/words.en.ts';
import { ja } from '../../../shared/console/words/words.ja.ts';

const folder = fileURLToPath(new URL('../../../shared', import.meta.url));
const sources = globSync(['console/**/*.{ts,tsx}', 'pages/console/**/*.ts'], { cwd: folder })
  .filter((file) => !file.startsWith('console/words/'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

test('each word of the console is used', () => {
  expect(Object.keys(en).filter((key) => !sources.includes(`'${key}'`))).toEqual([]);
});

const placesIn = (entry: object | string) =>
  new Set([...JSON.stringify(entry).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

test.for([
  ['German', 'de', de],
  ['Japanese', 'ja', ja],
] as const)(
  '%s has the words of English, with the same values and the plural forms of the language',
  ([, language, words]) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const [key, entry] of Object.entries(words)) {
      expect(placesIn(entry), key).toEqual(placesIn(en[key as keyof typeof en]));
      if (typeof entry !== 'string') expect(Object.keys(entry).sort(), key).toEqual(forms.toSorted());
    }
  },
);

test('a text has its values, with numbers as in the language', () => {
  const files = { one: '{count} file', other: '{count} files in {place}' };

  expect(fill(files, 'en', { count: 1 })).toBe('1 file');
  expect(fill(files, 'en', { count: 1200, place: 'the bin' })).toBe('1,200 files in the bin');
  expect(fill('{count} Dateien', 'de', { count: 1200 })).toBe('1.200 Dateien');
});
