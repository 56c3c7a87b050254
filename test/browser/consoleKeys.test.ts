import { describe, expect, inject, test } from 'vitest';
import { noSignIn, reloadUntilShown } from '../support/people/browser.ts';
import { visitAsNewOwner } from '../support/people/founder.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');

const meWith = async (key: string) => {
  const response = await fetch(`${base_url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, body: (await response.json()) as unknown };
};

describe.skipIf(noSignIn)(`keys in the console ${noSignIn}`, () => {
  test('a key with fewer permissions and an end is shown once, by keyboard alone, and revoked', async () => {
    await using owner = await visitAsNewOwner('/app/keys');
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    await page.getByText('You have no keys.').waitFor();
    await page.getByRole('button', { name: 'Create key' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name').focus();
    await page.keyboard.type('Nightly import');
    await dialog.getByRole('checkbox', { name: 'Create and change documents' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Last day').fill('2099-12-31');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).focus();
    await page.keyboard.press('Enter');
    const key = await dialog.getByLabel('API key', { exact: true }).inputValue();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const row = page.getByRole('listitem').filter({ hasText: 'Nightly import' });
    await row.getByText(/ends on .*2099 · never used/).waitFor();
    const { status, body } = await meWith(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      permissions: expect.not.arrayContaining(['document#write', 'organization#own']),
    });
    // The service writes the use of a key after its answer, and a list of keys may lag behind the table.
    await reloadUntilShown(row.getByText('last used'));
    await row.getByRole('button', { name: 'Revoke Nightly import' }).click();
    await dialog.getByText('for good').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have no keys.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a service account gets a key of its own, and is deleted with it', async () => {
    await using owner = await visitAsNewOwner('/app/keys');
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    // The lists move the buttons when they appear.
    await page.getByText('You have no keys.').waitFor();
    await page.getByText('No service accounts yet.').waitFor();
    await page.getByRole('button', { name: 'Add service account' }).click();
    await dialog.getByLabel('Name').fill('Archive robot');
    await dialog.getByRole('button', { name: 'Add service account' }).click();
    const account = page.locator('details').filter({ hasText: 'Archive robot' });
    await account.locator('summary').click();
    await account.getByText('It has no key yet').waitFor();
    await account.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByLabel('Name').fill('First');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await dialog.getByLabel('API key', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await meWith(key)).body).toMatchObject({ user: { name: 'Archive robot' }, role: 'member' });
    expect(await axeViolations(page)).toEqual([]);

    await account.getByRole('button', { name: 'Delete service account' }).click();
    await dialog.getByText('All keys of Archive robot end for good').waitFor();
    await dialog.getByRole('button', { name: 'Delete service account' }).click();
    await page.getByText('No service accounts yet.').waitFor();
    expect(complaints).toEqual([]);
  });
});
