import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import {
  brokenPdf,
  call,
  processed,
  processedVersion,
  readyDocument,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { makePdf } from '../support/uploads.ts';
import { axeViolations, darkViolations } from './axe.ts';

const credentials = inject('credentials');
const hostile = `<script>document.title="owned"</script>"'><img src=x onerror=alert(1)>`;

type Rich = { readonly path: string; readonly old: string };
const richDocuments = new Map<string, Promise<Rich>>();

/** A document with everything that a page can show. Tests share it, because they only read it. */
function richDocument(access_level = 'public'): Promise<Rich> {
  const made = richDocuments.get(access_level) ?? makeRichDocument(access_level);
  richDocuments.set(access_level, made);
  return made;
}

async function makeRichDocument(access_level: string): Promise<Rich> {
  const fields = {
    title: 'Master agreement',
    description: 'Terms.\n\nReplaces those of 2024.',
    access_level,
  };
  const payload = await makePdf({ pages: 3 });
  const { document_id, version_id } = await readyDocument({ fields, payload });
  await processedVersion(await uploadVersion({ document_id, fields: { title: 'Countersigned' }, payload }));
  for (const policy_id of credentials.policy_ids.slice(0, 2))
    await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id } });
  return { path: `/d/${document_id}`, old: `/d/${document_id}/versions/${version_id}` };
}

/** The links and controls that are too small for a finger. A checkbox is as large as its label. */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a, button, input, textarea')]
    .filter((target) => !target.matches('.skip, .textLayer *, .annotationLayer *') && target.checkVisibility())
    .map((target) => [target.name || target.textContent, target.closest('li, label') ?? target])
    .filter(([, area]) => area.getBoundingClientRect().height < 44 || area.getBoundingClientRect().width < 44)
    .map(([text]) => text)`);

describe.skipIf(noBrowser)(`a page ${noBrowser}`, () => {
  test('shows a public document to anyone, without other sites and console messages', async () => {
    const { path } = await richDocument();
    await using visitor = await visit({ at: path, showsPdfs: true });
    const { page } = visitor;

    expect(await page.title()).toBe('Master agreement');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Master agreement');
    const text = await page.locator('main').innerText();
    for (const shown of ['Acme Records', 'Replaces those of 2024.', 'Version 2', '3 pages'])
      expect(text).toContain(shown);
    // The list has the current version only.
    expect(text).not.toContain('2 versions');
    // Only members read the names of policies.
    expect(text).not.toContain('Retention: seven years');
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      `/login?return_to=${encodeURIComponent(path)}`,
    );
    await page.locator('#page-1 .textLayer').getByText('Page 1').waitFor();
    const file = (await page.locator('.viewer').getAttribute('data-file')) ?? '';

    const origins = new Set(visitor.requests.map((url) => new URL(url).origin));
    expect(origins).toEqual(new Set([credentials.base_url, new URL(file).origin]));
    expect(visitor.complaints).toEqual([]);
  });

  test('downloads under the title, in any script', async () => {
    const title = 'Übersicht 契約 اتفاقية';
    const { document_id } = await readyDocument({ fields: { title, access_level: 'public' } });
    await using visitor = await visit({ at: `/d/${document_id}` });
    const downloading = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('link', { name: /^Download PDF/ }).click();

    expect((await downloading).suggestedFilename()).toBe(`${title}.pdf`);
    expect(new URL(visitor.page.url()).pathname).toBe(`/d/${document_id}`);
  });

  test('has advice for a file that could not be read', async () => {
    const { id } = await upload({ fields: { access_level: 'organization' }, payload: brokenPdf });
    await processed(id);
    await using owner = await visit({ as: 'owner' });
    await using member = await visit({ as: 'member' });
    await Promise.all([owner.page.goto(`/d/${id}`), member.page.goto(`/d/${id}`)]);

    expect(await owner.page.locator('main').innerText()).toMatch(/What to do: .*upload it as a new version/);
    expect(await member.page.locator('main').innerText()).toContain('What to do: ask Olivia Owner');
    expect(await owner.page.getByRole('link', { name: /Download|Open/ }).count()).toBe(0);
  });

  test('shows markup that people wrote as text', async () => {
    const fields = { title: hostile, description: hostile, access_level: 'public' };
    const { document_id } = await readyDocument({ fields });
    await uploadVersion({ document_id, fields: { title: hostile, description: hostile } });
    await using visitor = await visit({ as: 'member', at: `/d/${document_id}` });

    expect(await visitor.page.title()).toBe(hostile);
    expect(await visitor.page.locator('h1, .description, .name, .changes').allInnerTexts()).toEqual(
      Array(4).fill(hostile),
    );
    expect(await visitor.page.locator('main script, main img').count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
  });
});

describe.skipIf(noBrowser)(`for everyone, a page ${noBrowser}`, () => {
  test('can be used by keyboard only', async () => {
    const { path } = await richDocument();
    await using visitor = await visit({ as: 'owner', at: path });
    const { page } = visitor;
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim().slice(0, 25)');
    const seen: string[] = [];
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press('Tab');
      seen.push(await focused());
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineWidth');
      expect(outline, 'the focus is visible').toBe('3px');
    }
    expect(seen).toEqual([
      'Skip to the document',
      'Document Governance',
      'Sign out',
      expect.stringMatching(/^Download PDF/),
      'Open PDF',
    ]);

    await page.reload();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  test('passes all rules of axe on a phone, fits it, and has targets for fingers', async () => {
    const { path, old } = await richDocument('organization');
    const fields = { access_level: 'organization' };
    const broken = await upload({ fields: { ...fields, title: 'اتفاقية' }, payload: brokenPdf });
    const wide = await upload({ fields: { ...fields, title: 'W'.repeat(255) } });
    for (const { id } of [broken, wide]) await processed(id);
    await using visitor = await visit({ as: 'owner', ...phone });
    const { page } = visitor;
    for (const address of [path, old, `/d/${broken.id}`, `/d/${wide.id}`, '/d/nonsense']) {
      await page.goto(address, { waitUntil: 'networkidle' });
      expect(await smallTargets(page), address).toEqual([]);
      expect(await overflow(page), address).toBe(0);
      expect(await axeViolations(page), address).toEqual([]);
      expect(await darkViolations(page), address).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
  });
});
