import { describe, expect, inject, test } from 'vitest';
import { readyDocument } from '../support/documents.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');

describe.skipIf(noBrowser)(`the console ${noBrowser}`, () => {
  test.for([
    ['a desktop', {}],
    ['a phone', phone],
    ['a dark desktop', { colorScheme: 'dark' }],
  ] as const)('lists documents without violations of axe or of its policy, on %s', async ([, device]) => {
    const title = `Listed ${crypto.randomUUID()}`;
    await readyDocument({ fields: { title } });
    await using visiting = await visit({ as: 'owner', at: '/app', ...device });
    const { page, complaints } = visiting;

    await page.getByRole('link', { name: title }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('asks visitors to sign in, and brings them back', async () => {
    await using visiting = await visit({ at: '/app/documents/doc_00000000000000000000000000' });

    expect(new URL(visiting.page.url()).pathname).toBe('/sign-in');
    expect(new URL(visiting.page.url()).searchParams.get('return_to')).toBe(
      '/app/documents/doc_00000000000000000000000000',
    );
  });

  test('loads few files, compressed and for good, and asks no other origin', async () => {
    await using visiting = await visit({ as: 'owner' });
    const { page, requests } = visiting;
    const files: Record<string, string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/app/assets/')) files.push(response.headers());
    });
    await page.goto('/app');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();

    expect(files.length).toBeLessThanOrEqual(5);
    for (const file of files)
      expect(file).toMatchObject({
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    expect(requests.filter((url) => !url.startsWith(base_url))).toEqual([]);
  });

  test('makes a document of a file, and shows its status without a reload', async () => {
    await using visiting = await visit({ as: 'owner', at: '/app' });
    const { page, complaints } = visiting;
    const title = `Chosen ${crypto.randomUUID()}`;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: `${title}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from(readFixture('plain.pdf')),
      });

    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByText('Ready').waitFor();
    expect(complaints).toEqual([]);
  });

  test('deletes a document by keyboard alone, and brings it back', async () => {
    const title = `Deleted ${crypto.randomUUID()}`;
    await readyDocument({ fields: { title } });
    await using visiting = await visit({ as: 'owner', at: '/app' });
    const { page } = visiting;

    await page.getByRole('button', { name: `Actions for ${title}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: title }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: title }).waitFor();
  });

  test.for([
    ['de-DE', 'Dokumente'],
    ['ja-JP', '文書'],
  ] as const)('speaks the language of the browser: %s', async ([locale, heading]) => {
    await using visiting = await visit({ as: 'owner', at: '/app', locale });

    await visiting.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(await visiting.page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
  });
});
