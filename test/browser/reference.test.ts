import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { operations } from '../../shared/contract/operations.ts';
import { noBrowser, phone, visit } from '../support/people/browser.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');

const shortAddresses = ['/docs', '/docs?q=policy', '/docs?q=zzz', '/docs/guides/webhooks'];

/** Some of these pages are long, without elements or classes that the short ones do not have. Axe needs most of its time for them. */
const addresses = [
  ...shortAddresses,
  '/docs/errors',
  '/docs/documents',
  '/docs/event-types',
  '/docs/guides',
  '/docs/changelog',
];

/** Returns the visible text, without line breaks. */
const readText = async (page: Page) =>
  (await page.locator('.title, .text').allInnerTexts()).join(' ').replace(/\s+/g, ' ');

/** Presses the Tab key until an element has the focus. */
async function tabTo(element: Locator): Promise<void> {
  const focused = element.and(element.page().locator(':focus'));
  for (let pressed = 0; (await focused.count()) === 0; pressed++) {
    expect(pressed, 'the element is reached within 40 tabs').toBeLessThan(40);
    await element.page().keyboard.press('Tab');
  }
}

/** The links and controls that are too small for a finger, with their sizes. */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a:not(.skip), input, button')]
    .filter((target) => target.getClientRects().length > 0)
    .map((target) => [target.textContent, target.getBoundingClientRect()])
    .filter(([, { height, width }]) => height < 44 || width < 44)
    .map(([text, { height, width }]) => text + ' ' + width + 'x' + height)`);

describe.skipIf(noBrowser)(`the reference ${noBrowser}`, () => {
  test('shows a group without other sites and console messages', async () => {
    await using visitor = await visit({ at: '/docs/documents' });
    const { page } = visitor;

    const { createDocument } = operations;
    const article = page.locator('article', { has: page.locator('#createDocument') });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Documents');
    expect(await article.getByRole('heading', { level: 2 }).innerText()).toBe(createDocument.summary);
    expect(await article.locator('.route').innerText()).toBe('POST /v1/documents');
    expect(await article.locator('.request').innerText()).toContain(`"${base_url}/v1/documents"`);
    expect(visitor.requests).toEqual([`${base_url}/docs/documents`]);
    expect(visitor.complaints).toEqual([]);
    expect(await page.locator('script').count()).toBe(0);
  });

  test('is searched by keyboard only, from the first tab of the page to the result', async () => {
    await using visitor = await visit({ at: '/docs' });
    const { page } = visitor;

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('searchbox'));
    await page.keyboard.type('name_taken');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs?q=name_taken');
    await tabTo(page.getByRole('link', { name: operations.createPolicy.summary }));
    await page.keyboard.press('Enter');

    await page.waitForURL('**/docs/policies#createPolicy');
    expect(await page.locator(':target').innerText()).toBe(operations.createPolicy.summary);
  });

  test('is printed as on screen, without navigation', async () => {
    await using visitor = await visit({ at: '/docs/policies' });
    const { page } = visitor;
    const read = await readText(page);

    await page.emulateMedia({ media: 'print' });

    expect(await readText(page)).toBe(read);
    expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false);
    expect(await page.getByRole('search').isVisible()).toBe(false);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  });

  test.for([
    ['on a phone', phone, addresses],
    [
      'on a desktop, in the dark',
      { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
      shortAddresses,
    ],
  ] as const)(
    'passes all rules of axe and has targets of 44 pixels for fingers, as do other pages for strangers (%s)',
    async ([_, options, checked]) => {
      await using visitor = await visit(options);
      const { page } = visitor;
      for (const address of [...checked, '/docs/me', '/docs/nothing', '/d/x/y', '/', '/sign-in']) {
        await page.goto(address);
        expect(await smallTargets(page), address).toEqual([]);
        expect(await axeViolations(page), address).toEqual([]);
      }
    },
  );
});

describe.skipIf(noBrowser)(`a guide ${noBrowser}`, () => {
  const at = '/docs/guides/first-document';

  test('copies its programs by a button', async () => {
    await using visitor = await visit({ at, permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = visitor;
    const code = page.locator('pre').nth(1);

    await page.getByRole('button', { name: 'Copy' }).nth(1).click();

    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await code.evaluate((pre) => pre.textContent),
    );
    expect(visitor.complaints).toEqual([]);
  });
});
