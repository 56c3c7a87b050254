import { describe, expect, test } from 'vitest';
import { call, processed, readyDocument, uniqueTitle, untilListed, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { someAddress } from '../support/invitations.ts';
import { noBrowser, overflow, phone, reloadUntilShown, visit } from '../support/people/browser.ts';

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
