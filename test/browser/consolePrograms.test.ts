import { describe, expect, inject, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { noSignIn, reloadUntilShown } from '../support/people/browser.ts';
import { postAs, visitAsNewOwner } from '../support/people/founder.ts';
import { unusedUrl } from '../support/webhooks.ts';
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

describe.skipIf(noSignIn)(`an endpoint in the console ${noSignIn}`, () => {
  test('is registered with a secret, and tested', async () => {
    await using owner = await visitAsNewOwner('/app/endpoints');
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
    await page.getByRole('button', { name: 'Register endpoint' }).first().click();
    await dialog.getByLabel('Address').fill(unusedUrl);
    await dialog.getByRole('button', { name: 'Register endpoint' }).click();
    const secret = await dialog.getByLabel('Signing secret').last().inputValue();
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByText('How to verify a delivery').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('link', { name: unusedUrl }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('row').filter({ hasText: 'webhook.test' }).getByText('failing, next try').waitFor();
    await page.getByRole('button', { name: 'webhook.test', exact: true }).click();
    await page.getByRole('rowheader', { name: '1', exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is disabled and enabled, gets the deliveries that it missed, is changed and deleted', async () => {
    await using owner = await visitAsNewOwner('/app/endpoints');
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    const menu = page.getByRole('button', { name: `Actions for ${unusedUrl}` });
    await postAs(owner, '/v1/webhooks', { url: unusedUrl, events: ['*'] });
    const link = page.getByRole('link', { name: unusedUrl });
    await reloadUntilShown(link);
    await link.click();
    await menu.click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Somebody of your organization disabled it').waitFor();
    await postAs(owner, '/v1/api_keys', { name: 'Missed by the endpoint' });
    // The delivery is skipped only if the endpoint is still disabled when the event is sent out. So the test waits for the skipped delivery
    // before it enables the endpoint.
    await eventually(
      async () => {
        await page.getByLabel('State').selectOption('');
        await page.getByLabel('State').selectOption('skipped');
        // The list is on the screen after this time, also on a busy machine.
        const shown = page.getByText('api_key.created').waitFor({ timeout: 5000 });
        return shown.then(
          () => true,
          () => false,
        );
      },
      (isShown) => isShown,
    );
    await menu.click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled').waitFor();
    await page.getByRole('button', { name: 'Send a range again' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page
      .getByText('1 event is sent again.')
      .or(page.getByText(/events are sent again/))
      .first()
      .waitFor();

    await menu.click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Chosen events' }).check();
    await dialog.getByRole('checkbox', { name: 'document.created' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('listitem').filter({ hasText: 'document.created' }).waitFor();
    await menu.click();
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await dialog.getByRole('button', { name: 'Replace secret' }).click();
    expect(await dialog.getByLabel('Signing secret').last().inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await menu.click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await dialog.getByText('gets no more events').waitFor();
    await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
