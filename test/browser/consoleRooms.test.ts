import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../support/files/fixtures.ts';
import { directoryOfTest } from '../support/ownDirectory.ts';
import { noSignIn, overflow, phone, reloadUntilShown, visit } from '../support/people/browser.ts';
import { newPerson, postAs } from '../support/people/founder.ts';
import { axeViolations, expectAccessible } from './axe.ts';

/** Writes a folder of files to choose. Returns its path. */
async function storedFolder(files: readonly string[]): Promise<string> {
  const folder = join(directoryOfTest(), 'Due diligence');
  for (const file of files) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.endsWith('.pdf') ? readFixture('plain.pdf') : 'not a PDF');
  }
  return folder;
}

/** Returns the numbers and names of the items that are shown, in their order. */
const itemsOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.item-name').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

const shows = (page: Page, items: readonly string[]) =>
  expect.poll(() => itemsOf(page), { timeout: 60_000 }).toEqual(items);

describe.skipIf(noSignIn)(`a room in the console ${noSignIn}`, () => {
  test('gets a folder of files, gives a group its part behind a text, and shows what the group sees', async () => {
    const { person } = await newPerson('Grüner Wald', 'owner');
    await using owner = await visit({ as: person, at: '/app/rooms' });
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    const item = (name: string) => page.locator('.item-name', { hasText: name });
    const choose = async (name: string, command: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('button', { name: command, exact: true }).click();
    };
    await postAs(owner, '/v1/rooms', { name: 'Board' });

    await page.getByRole('button', { name: 'New room' }).click();
    await dialog.getByLabel('Name').fill('Purchase');
    await dialog.getByRole('radio', { name: /Shared/ }).check();
    await dialog.getByText('Gaps in shared numbers show readers').waitFor();
    await dialog.getByRole('radio', { name: /Personal/ }).check();
    await dialog.getByRole('button', { name: 'New room' }).click();
    await page.getByText('Nothing is in the room yet').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // The first request that adds documents gets no answer, also when the client repeats it.
    let cuts = 4;
    await page.route('**/items', (route) =>
      route.request().postData()?.includes('"document"') && cuts-- > 0 ? route.abort() : route.continue(),
    );
    const folder = await storedFolder([
      '0 Index.pdf',
      '1 Legal/Lease.pdf',
      '1 Legal/Loan.pdf',
      '2 Tax/Return.pdf',
      '2 Tax/notes.txt',
    ]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a folder' }).click();
    await (await chooser).setFiles(folder);
    await dialog.getByText('4 files').waitFor();
    await dialog.getByText('3 folders').waitFor();
    await dialog.getByText('can read private documents in it').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Put into the room' }).click();
    const uploads = page.getByRole('region', { name: 'Uploads' });
    const failed = uploads.getByRole('listitem').filter({ hasText: 'in the library, but not in the room' });
    await failed
      .first()
      .getByRole('button', { name: /Try again/ })
      .click();
    await uploads.getByText('All files are ready').waitFor();
    await item('Due diligence').click();
    await item('1 Legal').click();
    await shows(page, [
      '1 Due diligence',
      '1.1 0 Index',
      '1.2 1 Legal',
      '1.2.1 Lease',
      '1.2.2 Loan',
      '1.3 2 Tax',
    ]);

    // By keyboard, which keeps the focus, and by drag.
    await item('Loan').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('“Loan” is now number 1.2.1.').waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await shows(page, [
      '1 Due diligence',
      '1.1 0 Index',
      '1.2 1 Legal',
      '1.2.1 Lease',
      '1.3 Loan',
      '1.4 2 Tax',
    ]);
    await item('Loan').dragTo(item('1 Legal'));
    await shows(page, [
      '1 Due diligence',
      '1.1 0 Index',
      '1.2 1 Legal',
      '1.2.1 Lease',
      '1.2.2 Loan',
      '1.3 2 Tax',
    ]);
    await choose('Loan', 'Name and visibility');
    await dialog.getByRole('radio', { name: /Draft/ }).check();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByText('Draft', { exact: true }).waitFor();
    await expectAccessible(page);

    await choose('1 Legal', 'Give access to it');
    await dialog.getByText('The gate asks to accept no text').waitFor({ state: 'hidden' });
    await dialog.getByText('Send a mail with the link').click();
    await dialog.getByText('The gate asks to accept no text').waitFor();
    await dialog.getByText('Send a mail with the link').click();
    await dialog.getByRole('button', { name: 'Create group' }).click();
    const group = page.getByRole('dialog', { name: 'Create group' });
    await group.getByLabel('Name').fill('Buyers');
    await group.getByLabel('E-mail addresses').fill('ines@example.org, Bo <bo@example.org>, ines@');
    expect(await group.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await group.getByLabel('E-mail addresses').fill('ines@example.org, Bo <bo@example.org>');
    expect(await axeViolations(page)).toEqual([]);
    await group.getByRole('button', { name: 'Save' }).click();
    await group.waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('A group').last().locator(':checked').innerText()).toBe('Buyers');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await page.getByText('Buyers: View').waitFor();
    await page.getByRole('combobox', { name: 'See it as' }).selectOption('Buyers');
    await item('Due diligence').click();
    await item('1 Legal').click();
    await shows(page, ['1 Due diligence', '1.1 1 Legal', '1.1.1 Lease']);
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    await page.getByRole('cell', { name: '1.2 1 Legal', exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Gate' }).click();
    await page.getByRole('button', { name: 'Ask to accept a text' }).click();
    await dialog.getByLabel('Text to accept').fill('I keep all of it confidential.');
    await dialog.getByRole('button', { name: 'Ask to accept a text' }).click();
    await page.getByText('accept a text first').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    for (const [part, shown] of [
      ['Readers', 'Nobody has read anything in this room yet.'],
      ['Activity', 'gave access to a room'],
      ['Settings', 'The room is open'],
    ] as const) {
      await page.getByRole('link', { name: part, exact: true }).last().click();
      await page.getByText(shown).waitFor();
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Close the room' }).click();
    await page.getByRole('button', { name: 'Open the room' }).waitFor();
    await page.setViewportSize(phone.viewport);
    for (const part of ['Contents', 'Access', 'Settings']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await overflow(page), part).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByRole('link', { name: 'Lease' }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('button', { name: 'Put into a room' }).click();
    await dialog.getByText('Private documents are among them.').waitFor();
    await dialog.getByLabel('Room', { exact: true }).selectOption('Purchase');
    await dialog.getByRole('button', { name: 'Put into the room' }).click();
    await dialog.getByText('It is in the room already.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Room', { exact: true }).selectOption('Board');
    await dialog.getByRole('button', { name: 'Put into the room' }).click();
    await page.getByText('1 document is now in “Board”.').first().waitFor();

    await page.getByRole('link', { name: 'Rooms', exact: true }).click();
    await page.getByRole('link', { name: 'Purchase' }).click();
    await choose('Due diligence', 'Remove');
    await dialog.getByText('6 items below it go too').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is in the room yet').waitFor();
    // The requests without an answer, and the document that was in the room already.
    expect(complaints.filter((one) => !/ERR_FAILED|status of 400/.test(one))).toEqual([]);
  });

  test('is listed for a reader of another organization, and leads to its page', async () => {
    const [{ person }, reader] = await Promise.all([
      newPerson('Grüner Wald', 'owner'),
      newPerson('Bidders', 'member'),
    ]);
    await using owner = await visit({ as: person });
    const { id } = (await postAs(owner, '/v1/rooms', { name: 'Tender' })) as { readonly id: string };
    await postAs(owner, `/v1/rooms/${id}/access`, { email: reader.email, level: 'view' });
    await using visiting = await visit({ as: reader.person, at: '/app/rooms', ...phone });
    const { page } = visiting;
    const link = page.getByRole('link', { name: 'Tender' });
    await reloadUntilShown(link);
    await expectAccessible(page);

    expect(await link.getAttribute('href')).toMatch(new RegExp(`/r/${id}$`));
    await page.goto(`/app/rooms/${id}`);
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('heading', { name: 'Tender' }).waitFor();
    expect(page.url()).toMatch(new RegExp(`/r/${id}$`));
    expect(visiting.complaints).toEqual([]);
  });
});
