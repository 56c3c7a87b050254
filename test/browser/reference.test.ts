import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { eventTypes } from '../../shared/contract/eventTypes.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { openApiDocument } from '../../shared/openapi/document.ts';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');

const unfold = (page: Page) =>
  page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');

describe.skipIf(noBrowser)(`the reference ${noBrowser}`, () => {
  test('shows every operation, event and schema, with nothing from elsewhere and nothing to complain about', async () => {
    await using visitor = await visit({ at: '/docs' });
    const { page } = visitor;

    const anchors = new Set(
      await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)'),
    );
    const headings = await page.getByRole('heading').allInnerTexts();
    const routes = await page.locator('.route').allInnerTexts();
    expect(headings).toEqual(expect.arrayContaining([...eventTypes]));
    expect(headings).toEqual(expect.arrayContaining(allOperations.map(({ summary }) => summary)));
    expect(routes).toEqual(
      expect.arrayContaining(allOperations.map(({ method, path }) => `${method} ${path}`)),
    );
    for (const { id } of allOperations) expect(anchors).toContain(id);
    for (const name of Object.keys(openApiDocument().components.schemas))
      expect(anchors).toContain(`schema-${name}`);
    expect(visitor.requests).toEqual([`${base_url}/docs`]);
    expect(visitor.complaints).toEqual([]);
    expect(await page.locator('script').count()).toBe(0);
  });

  test('leads nowhere that is not there', async () => {
    await using visitor = await visit({ at: '/docs' });

    const dangling = await visitor.page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href'))
        .filter((href) => !document.getElementById(href.slice(1)))`,
    );

    expect(dangling).toEqual([]);
  });

  test('unfolds an example', async () => {
    await using visitor = await visit({ ...phone, at: '/docs#createDocument' });
    const { page } = visitor;
    const article = page.locator('article', { has: page.locator('#createDocument') });
    const example = article.locator('pre');

    expect(await example.isVisible()).toBe(false);
    await article.locator('summary').tap();

    expect(JSON.parse(await example.innerText())).toMatchObject({ processing_status: 'processing' });
  });

  test.for([360, 320, 768, 1280])('fits a window of %i pixels', async (width) => {
    await using visitor = await visit({ ...phone, viewport: { width, height: 740 }, at: '/docs' });
    await unfold(visitor.page);

    expect(await overflow(visitor.page)).toBe(0);
  });

  test.for([
    ['on a phone', phone],
    ['in the dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ] as const)('has nothing that axe finds fault with, nor has the first page (%s)', async ([_, options]) => {
    await using visitor = await visit(options);
    for (const address of ['/docs', '/']) {
      await visitor.page.goto(address);
      await unfold(visitor.page);
      const violations = await axeViolations(visitor.page);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  });

  test('has contents and examples that fingers can hit on a phone', async () => {
    await using visitor = await visit({ ...phone, at: '/docs' });

    const small = await visitor.page.evaluate<string[]>(
      `[...document.querySelectorAll('.contents a, summary, footer a')]
        .filter((target) => target.getClientRects().length > 0 && target.getBoundingClientRect().height < 44)
        .map((target) => target.textContent)`,
    );

    expect(small).toEqual([]);
  });
});

describe.skipIf(noBrowser)(`the first page ${noBrowser}`, () => {
  test('leads to sign-in and reference', async () => {
    await using visitor = await visit({ at: '/' });
    const { page } = visitor;

    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Document Governance Service');
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs');
    expect(visitor.complaints).toEqual([]);
  });

  test('says who is signed in', async () => {
    await using visitor = await visit({ as: 'member', at: '/' });

    expect(await visitor.page.locator('header').innerText()).toContain('Mia Member');
    expect(await visitor.page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  });

  test('can be reached from every page, as can the reference', async () => {
    await using visitor = await visit({ as: 'member' });
    for (const address of ['/', '/docs', '/login', '/logout', '/d/nonsense']) {
      await visitor.page.goto(address);
      const links = visitor.page.locator('footer a');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/',
        '/docs',
      ]);
    }
  });
});
