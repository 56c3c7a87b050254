import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, readyDocument, uniqueTitle, untilListed } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { noBrowser, overflow, phone, type VisitOptions, visit } from '../support/people/browser.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { makePdf } from '../support/uploads.ts';
import { axeViolations, expectAccessible } from './axe.ts';

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

/** A document with the sections that managers see, and a text that readers accept. */
async function governed(): Promise<string> {
  const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
  const share = { email: someAddress(), expires_at: '2099-01-01T00:00:00Z' };
  await call.createDocumentShare({ path: { document_id }, json: share });
  const rules = { acknowledgement: 'I pass nothing on.', watermark: true, retain_for_days: 30 };
  await attach(document_id, (await addPolicy(undefined, {}, rules)).id);
  return `/d/${document_id}`;
}

test.skipIf(noBrowser)(
  `pages on a phone in German fit into the window, and axe finds nothing ${noBrowser}`,
  async () => {
    const at = await governed();
    const visits: readonly (readonly [heading: string | undefined, options: VisitOptions])[] = [
      [undefined, { as: 'owner', at }],
      ['Bevor Sie dieses Dokument lesen', { as: 'member', at }],
      ['Melden Sie sich an', { at }],
    ];

    for (const [heading, options] of visits) {
      await using visiting = await visit({ locale: 'de-DE', ...phone, ...options });
      const { page } = visiting;
      await page.getByRole('heading', heading === undefined ? { level: 1 } : { name: heading }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }
  },
);

const pages = 12;

describe.skipIf(noBrowser)(`a document that is shown as pictures ${noBrowser}`, () => {
  let path: string;
  let pdf: Uint8Array;
  beforeAll(async () => {
    const payload = await makePdf({ pages, minBytes: 20_000 });
    pdf = payload;
    const { document_id } = await readyDocument({ fields: { access_level: 'public' }, payload });
    const policy = await addPolicy(undefined, {}, { view_only: true, watermark: true });
    await attach(document_id, policy.id);
    path = `/d/${document_id}`;
  });

  const loaded = (page: Page) =>
    page
      .locator('.pictures img')
      .evaluateAll(
        (images) => images.filter((one) => 'naturalWidth' in one && Number(one.naturalWidth) > 0).length,
      );

  test('loads pages when the reader scrolls to them, and never the file', async () => {
    await using visitor = await visit({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
    });
    const { page } = visitor;
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.status() === 200) bodies.push(response.body());
    });

    await page.goto(path);
    await page.locator('.pictures img').first().waitFor();
    // The page can be opened when ten pictures are drawn. A reload shows the pictures that were drawn since.
    while ((await page.locator('.pictures img').count()) < pages) {
      await page.waitForTimeout(500);
      await page.reload();
    }
    await expect.poll(() => loaded(page), { timeout: 60_000 }).toBeGreaterThan(0);
    await page.waitForTimeout(500);
    expect(await loaded(page)).toBeLessThan(pages);
    for (let number = 1; number <= pages; number++) {
      await page.locator(`#page-${number}`).scrollIntoViewIfNeeded();
      await expect.poll(() => loaded(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(number);
    }

    expect(await page.locator('.note').innerText()).toMatch(
      /shown as pictures, each with a watermark.*cannot be downloaded/,
    );
    // This web page has the pictures of all pages of the PDF, so it has no links to further web pages.
    expect(await page.getByRole('navigation', { name: 'More pages' }).count()).toBe(0);
    expect(await page.locator('iframe, a[href*="file="]').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    const all = Buffer.concat(await Promise.all(bodies));
    for (let start = 0; start + 48 <= pdf.length; start += 480)
      expect(all.includes(Buffer.from(pdf.subarray(start, start + 48)))).toBe(false);
    expect(visitor.complaints).toEqual([]);
  });

  test('prints a notice, and does not allow copying or opening a picture by itself', async () => {
    await using visitor = await visit({ viewport: { width: 1280, height: 900 }, at: path });
    const { page } = visitor;
    const picture = page.locator('.pictures img').first();
    await picture.waitFor();

    await page.emulateMedia({ media: 'print' });
    expect(await picture.isVisible()).toBe(false);
    expect(await page.locator('.unprinted').isVisible()).toBe(true);
    expect(await page.locator('.address').innerText()).toContain(path);
    await page.emulateMedia({ media: 'screen' });
    const alone = await page.goto((await picture.getAttribute('src')) ?? '');
    expect(alone?.status()).toBe(403);
    await page.goto(`${await page.getByRole('link', { name: 'Open the document' }).getAttribute('href')}`);
    await page.getByRole('link', { name: 'Text of page 2', exact: true }).click();
    expect(await page.locator('.transcript .text').innerText()).toBe('Page 2');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+a');
    expect(await page.evaluate('getSelection().toString()')).not.toContain('Page 2\n');
  });
});
