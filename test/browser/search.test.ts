import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { textPdf } from '../support/files/textPdf.ts';
import { someAddress } from '../support/invitations.ts';
import { noBrowser, noSignIn, phone, reloadUntilShown, visit } from '../support/people/browser.ts';
import { Person } from '../support/person.ts';
import { signInWithCode } from '../support/signIn.ts';
import { axeViolations, expectAccessible } from './axe.ts';

const { status } = await call.search({ query: { q: 'any' } });
const skipped = noBrowser || (status === 404 ? 'skipped: the stage has no search' : '');

/** A word that no other text has. */
const newWord = (letters: string): string =>
  Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');

/** Stores a document with these pages, and waits until a search finds its last word. */
async function found(word: string, pages: readonly string[]) {
  const title = uniqueTitle('Deed');
  const { document_id } = await readyDocument({
    fields: { access_level: 'organization', title },
    payload: textPdf(pages),
  });
  // Until then, a stage can answer 429.
  await eventually(
    () => call.search({ query: { q: word } }),
    ({ status, body }) => status === 200 && body.items.length > 0,
  );
  return { title, document_id };
}

/** Opens a hit in a window of its own. Returns the marked words there, and the page with the first one. */
async function marksBehind(page: Page, open: () => Promise<void>) {
  const opened = page.context().waitForEvent('page');
  await open();
  const there = await opened;
  await there.locator('.highlight.selected').waitFor();
  const marks = await there.locator('.highlight').allInnerTexts();
  const first = await there.locator('li:has(.highlight.selected)').getAttribute('data-page');
  await there.close();
  return { marks, first };
}

describe.skipIf(skipped)(`a search in texts ${skipped}`, () => {
  test('shows hits below titles while somebody types, and leads to the words by the keyboard', async () => {
    const word = newWord('bcdfghklmnprst');
    const { title } = await found(word, ['none', `The ${word}ity of either <b>party</b>.`, 'none']);
    await using visiting = await visit({ as: 'owner', at: '/app' });
    const { page } = visiting;
    const hits = page.locator('.text-hits');

    await page.getByRole('searchbox', { name: 'Search documents' }).pressSequentially(`${word} PARTY`);
    await page.getByText('No title has these words.').waitFor();
    await hits.getByText('Page 2').waitFor();
    expect(await hits.locator('mark').allInnerTexts()).toEqual([`${word}ity`, 'party']);
    expect(await hits.locator('b').count()).toBe(0);
    await expectAccessible(page);
    const link = hits.getByRole('link', { name: title });
    for (let step = 0; step < 30; step++) {
      if (await link.and(page.locator(':focus')).isVisible()) break;
      await page.keyboard.press('Tab');
    }
    const { marks, first } = await marksBehind(page, () => page.keyboard.press('Enter'));
    expect([marks, first]).toEqual([[`${word}ity`, 'party'], '2']);

    await page.getByRole('searchbox').fill(`${word} absent`);
    await page.getByText('No text has all of these words.').waitFor();
    await page.getByRole('searchbox').fill(`-${word}`);
    await hits.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('b');
    await page.getByRole('link', { name: title }).waitFor({ state: 'detached' });
    expect(visiting.requests.filter((url) => url.endsWith('/v1/search?q=b'))).toEqual([]);
  });

  test('works on the page of a room in German, also without script', async () => {
    const word = newWord('bcdfghklmnprst');
    const { title, document_id } = await found(word, ['nichts', `Die ${word}ung der Parteien.`]);
    const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Verkauf') } });
    const path = { room_id: room.id };
    await call.createRoomItems({ path, json: { kind: 'document', document_id } });
    await call.createRoomAccess({ path, json: { organization: true, level: 'download' } });
    const options = { as: 'member', locale: 'de', at: `/r/${room.id}` } as const;
    await using plain = await visit({ ...options, javaScriptEnabled: false });
    const search = async ({ page }: typeof plain) => {
      await page.getByLabel('Titel und Texte durchsuchen').fill(word);
      await page.keyboard.press('Enter');
      await page.getByText('Seite 2').waitFor();
      expect(await page.locator('mark').allInnerTexts()).toEqual([`${word}ung`]);
      return page.getByRole('link', { name: title });
    };

    await (await search(plain)).click();
    expect(await plain.page.locator('iframe').getAttribute('src')).toMatch(/&page=2$/);
    await using visiting = await visit({ ...phone, ...options });
    const link = await search(visiting);
    await expectAccessible(visiting.page);
    await link.tap();
    await visiting.page.locator('#page-2 .highlight.selected').waitFor();
    expect(await visiting.page.locator('.highlight').allInnerTexts()).toEqual([`${word}ung`]);
    expect(await axeViolations(visiting.page)).toEqual([]);
    expect(visiting.complaints).toEqual([]);
  });

  test.skipIf(noSignIn)('finds documents for a reader with whom they are shared', async () => {
    const word = newWord('bcdfghklmnprst');
    const { title, document_id } = await found(word, ['none', `The ${word}.`]);
    const email = someAddress();
    await call.createDocumentShare({ path: { document_id }, json: { email, send_mail: false } });
    const reader = new Person();
    await signInWithCode(reader, email, `/d/${document_id}`);
    await using visiting = await visit({ as: reader, at: `/app?view=shared&q=${word}` });
    const { page } = visiting;

    const link = page.locator('.text-hits').getByRole('link', { name: title });
    // The list of shares may lag behind the table.
    await reloadUntilShown(link);
    await page.getByText('No title has these words.').waitFor();
    expect((await marksBehind(page, () => link.click())).marks).toEqual([word]);
    await page.getByRole('searchbox').fill(title);
    await page.locator('.table').getByRole('link', { name: title }).waitFor();
    await expectAccessible(page);
  });
});
