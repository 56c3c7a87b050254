import { describe, expect, inject, test } from 'vitest';
import { call, readyDocument, untilListed } from '../support/documents.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { noBrowser, visit } from '../support/people/browser.ts';
import { visitAsNewOwner } from '../support/people/founder.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');

describe.skipIf(noBrowser)(`the console ${noBrowser}`, () => {
  test('asks visitors to sign in, and brings them back', async () => {
    await using visiting = await visit({ at: '/app/documents/doc_00000000000000000000000000' });

    expect(new URL(visiting.page.url()).pathname).toBe('/sign-in');
    expect(new URL(visiting.page.url()).searchParams.get('return_to')).toBe(
      '/app/documents/doc_00000000000000000000000000',
    );
  });

  test('loads few files, which are compressed and cached for good, and requests nothing from other origins', async () => {
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
    // The HTML requests `/v1/me` early, and the script uses this answer. So it is requested only once.
    expect(requests.filter((url) => url === `${base_url}/v1/me`)).toHaveLength(1);
  });

  test('deletes a wrong file once the version in its place is ready', async () => {
    const { document_id } = await readyDocument();
    await using visiting = await visit({ as: 'owner', at: `/app/documents/${document_id}` });
    const { page } = visiting;
    const versions = page.getByRole('link', { name: /^Version \d$/ });
    await page.getByRole('link', { name: 'Version 1' }).waitFor();
    const buffer = Buffer.from(readFixture('plain.pdf'));
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'right.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('radio', { name: 'Replace it' }).check();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();

    await page.getByText(/right\.pdf · 2 pages/).waitFor();
    await expect.poll(() => versions.allInnerTexts(), { timeout: 30_000 }).toEqual(['Version 2']);
  });

  test('follows uploads until they can be read, keeps them private, and closes by itself when all went well', async () => {
    const pdf = (name: string, fixture: string) => ({
      name: `${name}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(readFixture(fixture)),
    });
    await using visiting = await visitAsNewOwner('/app');
    const { page } = visiting;
    const chooser = page.locator('input[type=file]').first();
    const uploads = page.getByRole('region', { name: 'Uploads' });
    const rows = uploads.getByRole('listitem');
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
    await chooser.setInputFiles([
      pdf('Fine', 'plain.pdf'),
      pdf('Locked', 'encrypted-rc4-user-password.pdf'),
      text,
    ]);
    await rows.filter({ hasText: 'Locked' }).getByText('The file needs a password').waitFor();
    await rows.filter({ hasText: 'notes.txt' }).getByText('This is not a PDF.').waitFor();
    await rows.filter({ hasText: 'Fine' }).getByText('Ready').waitFor();
    expect(await rows.last().textContent(), 'what needs the person comes first').toContain('Fine');
    expect(await uploads.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const access = uploads.getByLabel('Who may read these documents');
    expect(await access.inputValue()).toBe('private');
    await access.selectOption('Public');
    await page.getByRole('dialog').getByText('Everybody who has the link').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await access.inputValue()).toBe('private');
    await access.selectOption('Organization');
    await page.getByRole('row').filter({ hasText: 'Fine' }).getByText('Organization').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await uploads.getByRole('button', { name: 'Dismiss' }).click();

    await chooser.setInputFiles(pdf('Later', 'plain.pdf'));
    await rows.filter({ hasText: 'Later' }).getByText('Ready').waitFor();
    await page.getByRole('row').filter({ hasText: 'Later' }).getByText('Organization').waitFor();
    await uploads.waitFor({ state: 'detached' });
  });

  test('sorts the loaded documents, in rows of 44 px, and goes back to the order before', async () => {
    const word = `Sorted${crypto.randomUUID().slice(0, 8)}`;
    await readyDocument({ fields: { title: `${word} 10` } });
    await readyDocument({ fields: { title: `${word} 9` } });
    await untilListed({ q: word }, 2);
    await using visiting = await visit({ as: 'owner', at: `/app?q=${word}` });
    const { page } = visiting;
    const titles = page.getByRole('link', { name: word });
    await titles.nth(1).waitFor();
    await page.getByRole('button', { name: 'Title' }).click();

    await page.getByText('Sorted among the 2 loaded.').waitFor();
    expect(await titles.allTextContents()).toEqual([`${word} 9`, `${word} 10`]);
    expect((await page.getByRole('row').last().boundingBox())?.height).toBe(44);
    await page.getByRole('button', { name: 'Title' }).click();
    await page.locator('[aria-sort=descending]').waitFor();
    await page.goBack();
    await page.locator('[aria-sort=ascending]').waitFor();
    expect(new URL(page.url()).search).toBe(`?q=${word}&sort=title`);
  });

  test('finds documents while the person types, and brings a document back from the bin', async () => {
    const word = `Sought${crypto.randomUUID().slice(0, 8)}`;
    const { document_id } = await readyDocument({ fields: { title: `The ${word} report` } });
    await untilListed({ q: word });
    await using visiting = await visit({ as: 'owner', at: '/app' });
    const { page } = visiting;
    await page.getByRole('searchbox', { name: 'Search documents' }).fill(word.slice(0, 10));
    await page.getByText('1 document found').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: `The ${word} report` }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe(word.slice(0, 10));

    await call.deleteDocument({ path: { document_id } });
    await untilListed({ deleted: 'true', q: word });
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('button', { name: `Actions for The ${word} report` }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText(`“The ${word} report” is back.`).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('deletes a document by keyboard alone, and brings it back', async () => {
    const title = `Deleted ${crypto.randomUUID()}`;
    await readyDocument({ fields: { title } });
    await untilListed({ q: title });
    await using visiting = await visit({ as: 'owner', at: `/app?q=${title}` });
    const { page } = visiting;

    await page.getByRole('button', { name: `Actions for ${title}` }).focus();
    // The open menu has the focus at once, however fast the keys follow.
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    // Also from the hits in texts, where its title counts.
    await page.getByRole('link', { name: title }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: title }).waitFor();
  });
});
