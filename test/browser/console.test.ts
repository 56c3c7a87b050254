import { describe, expect, inject, test } from 'vitest';
import { call, processed, readyDocument, uniqueTitle, untilListed, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { someAddress } from '../support/invitations.ts';
import { noBrowser, overflow, phone, reloadUntilShown, visit } from '../support/people/browser.ts';
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

  test('shows the shares of all pages of the list, and changes of a share only what the person changed', async () => {
    const { document_id } = await readyDocument();
    const email = someAddress();
    const { body: share } = await call.createDocumentShare({ path: { document_id }, json: { email } });
    const path = { document_id, share_id: share.id };
    await using visiting = await visit({ as: 'owner' });
    const { page } = visiting;
    await page.route(/\/shares\?(?!.*ended)/, (route) => {
      const isFirst = !route.request().url().includes('cursor=');
      const items = [
        isFirst ? share : { ...share, id: 'shr_00000000000000000000000000', email: 'last@x.example' },
      ];
      return route.fulfill({
        json: { items, pagination: { has_more: isFirst, next_cursor: isFirst ? 'more' : '' } },
      });
    });
    await page.goto(`/app/documents/${document_id}`);
    const row = page.getByRole('listitem').filter({ hasText: email });
    await page.getByText('last@x.example').waitFor();

    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await row.getByRole('button', { name: 'Change' }).click();
    await call.updateDocumentShare({ path, json: { rules: { watermark: true } } });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Mail me' }).check();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { body: changed } = await call.getDocumentShare({ path });
    expect(changed).toMatchObject({ notify_me: true, rules: { watermark: true } });
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

describe.skipIf(noBrowser)(`the console ${noBrowser}`, () => {
  test('leads from the list to a share on a narrow phone', async () => {
    const title = uniqueTitle('Carried');
    const email = someAddress();
    await readyDocument({ fields: { title } });
    await using visiting = await visit({
      ...phone,
      viewport: { width: 320, height: 700 },
      as: 'owner',
      at: '/app',
    });
    const { page, complaints } = visiting;
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Documents' }).tap();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill(title);
    // A tap is lost if the rows move under it.
    await page.waitForURL(/[?&]q=/);
    const link = page.locator('.table').getByRole('link', { name: title });
    await reloadUntilShown(link);
    expect(await overflow(page)).toBe(0);
    await link.tap();
    await page.getByRole('button', { name: 'Share', exact: true }).tap();
    const dialog = page.getByRole('dialog');
    // People type at once.
    await dialog.getByLabel('E-mail addresses').and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('E-mail addresses').fill(`Ines <${email}>, nobody`);
    await dialog.getByLabel('They may download').uncheck();
    await dialog.getByText('They can see its pages but get no file without an end.').waitFor();
    await dialog.getByRole('button', { name: 'Share', exact: true }).tap();
    await dialog.getByText('“nobody” is not an e-mail address.').waitFor();
    await dialog.getByLabel('E-mail addresses').fill(email);
    await dialog.getByRole('button', { name: 'Share', exact: true }).tap();
    await dialog.getByRole('listitem').filter({ hasText: email }).getByText('Not read yet').waitFor();
    expect(await overflow(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('listitem').filter({ hasText: 'shared the document' }).getByText(email).waitFor();

    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('changes many documents with an outcome for each, and lists the changes that a closed page has not made', async () => {
    const word = `Batch${crypto.randomUUID().slice(0, 8)}`;
    const count = 6;
    const made = [];
    for (let number = 1; number <= count; number++)
      made.push(await upload({ fields: { title: `${word} ${number}` } }));
    const [{ id: document_id = '' } = {}, { id: other = '' } = {}] = made;
    await processed(other);
    await using visiting = await visit({ as: 'owner' });
    const { page } = visiting;
    await untilListed({ q: word }, count);
    const publish = async () => {
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByText(`${count} selected`).waitFor();
      await page.getByRole('button', { name: 'Change access' }).click();
      await page.getByRole('button', { name: 'Public' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    };
    await page.goto(`/app?q=${word}`);
    const isHeld = Promise.withResolvers<void>();
    await page.route('**/access_level', async (route) => {
      await isHeld.promise;
      await route.continue().catch(() => undefined);
    });
    await publish();
    await page.getByText('Working').first().waitFor();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByText(`${count} documents were not changed`).waitFor();
    // The list must still have the document that is deleted below.
    await page
      .getByRole('checkbox', { name: word })
      .nth(count - 1)
      .waitFor();

    isHeld.resolve();
    await call.deleteDocument({ path: { document_id } });
    // Somebody else changes the document after its tag was read and before the change is sent.
    await page.route(
      `**/${other}/access_level`,
      async (route) => {
        await call.updateDocument({
          path: { document_id: other },
          json: { description: 'Changed meanwhile' },
        });
        await route.continue();
      },
      { times: 1 },
    );
    await publish();
    const outcomes = page.getByRole('dialog').getByRole('listitem');
    await eventually(
      () => outcomes.filter({ hasText: 'Done' }).count(),
      (done) => done === count - 1,
    );
    await outcomes
      .filter({ hasText: `${word} 1` })
      .getByText('Failed: There is no such thing')
      .waitFor();
  });

  test('fits the window also from right to left, has no animation if the person wants none, and prints no controls', async () => {
    const { document_id } = await readyDocument({ fields: { title: uniqueTitle('تقرير') } });
    await using visiting = await visit({ as: 'owner', at: '/app', reducedMotion: 'reduce' });
    const { page } = visiting;
    for (const path of ['/app', `/app/documents/${document_id}`, '/app/organization']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.evaluate('document.documentElement.dir = "rtl"');
      for (const width of [1280, 900, 320]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await overflow(page), `${path} at ${width}`).toBe(0);
      }
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
      const controls = page.locator('nav, button:not(.sort), form, select').filter({ visible: true });
      expect(await controls.allInnerTexts(), path).toEqual([]);
      await page.emulateMedia({ media: null });
    }
  });
});
