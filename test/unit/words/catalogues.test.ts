import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rooms as deOfRooms } from '../../../shared/console/words/de/rooms.ts';
import { rooms as enOfRooms } from '../../../shared/console/words/en/rooms.ts';
import { rooms as jaOfRooms } from '../../../shared/console/words/ja/rooms.ts';
import { de as deOfConsole } from '../../../shared/console/words/words.de.ts';
import { en as enOfConsole } from '../../../shared/console/words/words.en.ts';
import { ja as jaOfConsole } from '../../../shared/console/words/words.ja.ts';
import { de } from '../../../shared/words/words.de.ts';
import { en } from '../../../shared/words/words.en.ts';
import { ja } from '../../../shared/words/words.ja.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const rooms = {
  'the console': {
    en: { ...enOfConsole, ...enOfRooms },
    others: { de: { ...deOfConsole, ...deOfRooms }, ja: { ...jaOfConsole, ...jaOfRooms } },
    usedIn: 'shared/{console,pages/console}/**/*.{ts,tsx}',
  },
  'pages and mails': {
    en,
    others: { de, ja },
    usedIn: '{functions,shared/{mail,pages,policies,reading,signIn,words}}/**/*.ts',
  },
} as const;

const isCatalogue = (file: string): boolean => /\/words\/(?:words\.)?(?:en|de|ja)\b/.test(file);

const placesIn = (entry: object | string) =>
  new Set([...JSON.stringify(entry).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

describe.for(Object.entries(rooms))('the words of %s', ([, room]) => {
  test('are all used', () => {
    const sources = globSync(room.usedIn, { cwd: repository })
      .filter((file) => !isCatalogue(file))
      .map((file) => readFileSync(join(repository, file), 'utf8'))
      .join('\n');

    // The code makes some keys of the catalogue from a prefix and a value, such as `status.ready`. These are the prefixes.
    const families = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map(([, family = '']) => family);
    const isUsed = (key: string) =>
      sources.includes(`'${key}'`) || families.some((family) => key.startsWith(family));

    expect(Object.keys(room.en).filter((key) => !isUsed(key))).toEqual([]);
  });

  test.for(Object.entries(room.others))(
    'are complete in %s, with the same values and the plural forms of the language',
    ([language, words]) => {
      const english: Readonly<Record<string, object | string>> = room.en;
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
      for (const [key, entry] of Object.entries<object | string>(words)) {
        expect(placesIn(entry), key).toEqual(placesIn(english[key] ?? ''));
        if (typeof entry !== 'string') expect(Object.keys(entry).sort(), key).toEqual(forms.toSorted());
      }
    },
  );
});
