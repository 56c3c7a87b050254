import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../../shared/contract/enumerations.ts';
import { phrase } from '../../../shared/pages/phrase.ts';
import { html } from '../../../shared/text/html.ts';
import { counted } from '../../../shared/text/words.ts';
import { formats } from '../../../shared/words/formats.ts';
import { speak } from '../../../shared/words/speak.ts';
import { worded } from '../../../shared/words/worded.ts';
import { fileSize, inWords, momentInWords, t } from '../../../shared/words/words.ts';

const languages = ['en', 'de', 'ja'] as const;
const tags = { en: 'en-GB', de: 'de', ja: 'ja' } as const;
const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const said = (language: Language, say: () => string) => speak(language, async () => say());

describe.for(languages)('in %s', (language) => {
  test('a date has the format of Intl', () => {
    const long = new Intl.DateTimeFormat(tags[language], { dateStyle: 'long', timeZone: 'UTC' });

    fc.assert(fc.property(dates, (date) => formats[language].date(date) === long.format(date)));
  });

  test('digits of a whole number are grouped as by Intl', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (n) => formats[language].number(n) === n.toLocaleString(tags[language])),
    );
  });
});

test.for([
  ['en', '9 April 2026 at 06:34 UTC', '4.6 MB', '1 page', '1,200 pages'],
  ['de', '9. April 2026 um 06:34 UTC', '4,6 MB', '1 Seite', '1.200 Seiten'],
  ['ja', '2026年4月9日 06:34 UTC', '4.6 MB', '1ページ', '1,200ページ'],
] as const)('times, sizes and plural forms are in %s', async ([language, moment, size, one, many]) => {
  expect(await said(language, () => momentInWords(new Date('2026-04-09T06:34:56Z')))).toBe(moment);
  expect(await said(language, () => fileSize(4_600_000))).toBe(size);
  expect(await said(language, () => t('file.pages', { count: 1 }))).toBe(one);
  expect(await said(language, () => t('file.pages', { count: 1200 }))).toBe(many);
});
test.for([
  [1, '1 page'],
  [1000, '1,000 pages'],
] as const)('%i pages are counted in English', ([number, expected]) => {
  expect(counted(number, 'page')).toBe(expected);
});

test('requests at the same time have their own language', async () => {
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return t('frame.signIn');
  };

  expect(await Promise.all([speak('de', slowly), speak('ja', slowly), speak('en', slowly)])).toEqual([
    'Anmelden',
    'サインイン',
    'Sign in',
  ]);
});

test('words within words are in the language too', async () => {
  const readers = worded('access.namedReaders', { count: 2 });

  expect(await said('de', () => inWords(worded('access.named', { readers })))).toBe(
    'Für 2 namentlich genannte Leser',
  );
});

test('a phrase escapes texts, and keeps markup', () => {
  const name = html`<bdi>A &amp; B</bdi>`;

  expect(phrase('shared.withYou', { name }).markup).toBe(
    '<bdi>A &amp; B</bdi> shared this document with you.',
  );
  expect(phrase('shared.withYou', { name: '<b>' }).markup).toBe('&lt;b&gt; shared this document with you.');
});
