import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readyDocument, uniqueTitle, untilListed } from '../support/documents.ts';
import { noBrowser, phone, visit } from '../support/people/browser.ts';
import { expectAccessible } from './axe.ts';

const title = uniqueTitle('Listed');

/** Screens of the console, and what happens before each check. */
const screens: Readonly<Record<string, readonly ((page: Page) => Promise<unknown>)[]>> = {
  [`/app?q=${title}`]: [(page) => page.getByRole('link', { name: title }).waitFor()],
  '/app/endpoints': [
    async (page) => {
      await page.getByRole('button', { name: 'Register endpoint' }).first().click();
      await page.getByRole('radio', { name: 'Chosen events' }).check();
    },
  ],
  '/app/keys': [
    async (page) => {
      await page.getByRole('heading', { name: 'Service accounts' }).waitFor();
      await page.getByRole('button', { name: 'Create key' }).first().click();
    },
  ],
  '/app/me': [
    async (page) => {
      const session = page.getByText(/Signed in on|Angemeldet am/);
      await session.first().waitFor();
      await page.getByLabel(/^(Language|Sprache)$/).waitFor();
    },
  ],
  '/app/organization': [
    async (page) => {
      await page.getByText('Owner since').first().waitFor();
      await page.getByRole('heading', { name: 'Invitations' }).waitFor();
    },
  ],
  '/app/policies': [
    (page) => page.getByRole('listitem').filter({ hasText: 'Confidential handling' }).first().waitFor(),
    async (page) => {
      await page.getByRole('link', { name: 'Create policy' }).click();
      for (const rule of await page.getByRole('checkbox').all()) await rule.check();
    },
  ],
  '/app/rooms': [
    async (page) => {
      await page.getByRole('button', { name: 'New room' }).click();
      await page.getByRole('radio', { name: /Shared/ }).check();
    },
  ],
};

describe.skipIf(noBrowser)(`the console ${noBrowser}`, () => {
  beforeAll(async () => {
    await readyDocument({ fields: { title } });
    await untilListed({ q: title });
  });

  test.for([
    ['a desktop', {}, Object.keys(screens)],
    ['a phone', phone, Object.keys(screens)],
    ['a German phone', { ...phone, locale: 'de-DE' }, ['/app/me']],
  ] as const)('has no violations of axe or of its policy on %s', async ([, device, addresses]) => {
    await using visiting = await visit({ as: 'owner', ...device });
    const { page, complaints } = visiting;

    for (const at of addresses) {
      await page.goto(at);
      for (const prepare of screens[at] ?? []) {
        await prepare(page);
        await expectAccessible(page);
      }
    }
    expect(complaints).toEqual([]);
  });
});
