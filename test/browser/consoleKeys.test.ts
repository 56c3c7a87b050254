import { describe, expect, inject, test } from 'vitest';
import { noBrowser, overflow, phone, reloadUntilShown, visit } from '../support/people/browser.ts';
import { visitAsNewOwner } from '../support/people/founder.ts';
import { axeViolations, darkViolations } from './axe.ts';

const { base_url } = inject('credentials');
// On a deployed stage, tests cannot choose a person at the provider.
const skipped = noBrowser || (process.env.CREDENTIALS ? 'skipped: not the local identity provider' : '');

const meWith = async (key: string) => {
  const response = await fetch(`${base_url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, body: (await response.json()) as unknown };
};

describe.skipIf(noBrowser)(`the screen of the keys ${noBrowser}`, () => {
  test.for([
    ['a desktop', {}],
    ['a phone', phone],
  ] as const)('has no violations, on %s', async ([, device]) => {
    await using visiting = await visit({ as: 'owner', at: '/app/keys', ...device });
    const { page, complaints } = visiting;
    await page.getByRole('heading', { name: 'Service accounts' }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).first().click();

    expect(await axeViolations(page)).toEqual([]);
    expect(await darkViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(skipped)(`keys in the console ${skipped}`, () => {
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
