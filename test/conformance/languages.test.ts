import { describe, expect, test } from 'vitest';
import { de } from '../../shared/words/words.de.ts';
import { en } from '../../shared/words/words.en.ts';
import { ja } from '../../shared/words/words.ja.ts';
import { call } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { openPage } from '../support/openPage.ts';
import { session_cookies } from '../support/organizations.ts';
import { joined, sessionOf } from '../support/signedIn.ts';
import { noLocalProvider } from '../support/signIn.ts';

const words = { en, de, ja };

/** Returns the parts of a text between its values, as a page escapes them. */
const partsOf = (entry: object | string): string[] =>
  JSON.stringify(entry)
    .split(/\{\w+\}|[":{},]/)
    .map((part) => part.trim());

/** Returns the English texts on a page. Short texts are left out, because they could be names of people or fields. */
const englishIn = (page: string): string[] => {
  const main = page.slice(page.indexOf('<body'));
  const translated = new Set(Object.values<object | string>(de).flatMap(partsOf));
  return Object.values<object | string>(en)
    .flatMap(partsOf)
    .filter((part) => part.length > 8 && !translated.has(part) && main.includes(part));
};

const { at, version } = await governed({
  watermark: true,
  view_only: true,
  retain_for_days: 1,
  allowed_emails: ['a@b.example'],
});

describe.for(['en', 'de', 'ja'] as const)('a browser that prefers %s', (language) => {
  const preferring = { 'Accept-Language': `${language}-XX, fr;q=0.5` };

  test.for([
    ['/sign-in?return_to=/d/x', 'signIn.ask'],
    ['/nowhere', 'nowhere.title'],
  ] as const)('gets %s in this language', async ([path, key]) => {
    const { headers, text } = await openPage(path, preferring);

    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${words[language][key]}</h1>`);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')).toMatch(/^Accept, Accept-Language\b/);
  });

  test('gets the page of a document in this language, with all sections, and the reference in English', async () => {
    const asMember = { ...preferring, Cookie: session_cookies.member };
    const asOwner = { ...preferring, Cookie: session_cookies.owner };

    const pages = await Promise.all([
      openPage(at, asOwner),
      openPage(version, asOwner),
      openPage(`${at}?as=reader`, asOwner),
      openPage(`${at}?show=accepted`, asOwner),
      openPage(at, asMember),
      openPage('/d/x', asMember),
    ]);

    expect(pages.map(({ status }) => status)).toEqual([200, 200, 403, 200, 403, 404]);
    for (const { text } of pages) {
      expect(text).toContain(`<html lang="${language}">`);
      if (language !== 'en') expect(englishIn(text)).toEqual([]);
    }
    const { text, headers } = await openPage('/docs', preferring);
    expect(text).toContain('<html lang="en">');
    expect(headers.get('vary')).not.toContain('Accept-Language');
  });
});

test.skipIf(noLocalProvider)('a person gets pages in the language that they chose', async () => {
  const { as } = sessionOf((await joined()).person);
  const preferring = { ...as.headers, 'Accept-Language': 'de' };

  await call.updateMe({ ...as, json: { language: 'ja' } });
  expect((await openPage('/nowhere', preferring)).text).toContain(ja['nowhere.title']);
  expect((await openPage('/app', preferring)).text).toContain('<html lang="ja"');
  expect((await openPage('/app/plain', preferring)).text).toContain('<html lang="ja">');

  await call.updateMe({ ...as, json: { language: null } });
  expect((await openPage('/nowhere', preferring)).text).toContain(de['nowhere.title']);
});
