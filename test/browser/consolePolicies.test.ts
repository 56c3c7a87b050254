import { describe, expect, test } from 'vitest';
import { noSignIn, type Visit } from '../support/people/browser.ts';
import { postAs, visitAsNewOwner } from '../support/people/founder.ts';

/** Creates a policy by the API, and opens its screen. */
async function openPolicy(owner: Visit, rules: object) {
  const { page } = owner;
  const { id } = (await postAs(owner, '/v1/policies', { name: 'Confidential', rules })) as {
    readonly id: string;
  };
  await page.goto(`/app/policies/${id}`);
  await page.getByRole('button', { name: 'Save rules' }).waitFor();
  return { id, dialog: page.getByRole('dialog') };
}

describe.skipIf(noSignIn)(`a policy in the console ${noSignIn}`, () => {
  test('changes its rules, and names the rules that end', async () => {
    await using owner = await visitAsNewOwner('/app/policies');
    const { page, complaints } = owner;
    const { id, dialog } = await openPolicy(owner, { watermark: true, expires_at: '2030-05-06T07:08:09Z' });
    await page.getByRole('checkbox', { name: 'Every page shows' }).uncheck();
    await page.getByRole('checkbox', { name: 'Readers accept a text' }).check();
    await page.getByRole('textbox', { name: 'Text' }).fill('Keep it to yourself.');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Keep it to yourself.');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await dialog.getByText('see their name on every page').waitFor();
    await dialog.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Saved').first().waitFor();

    expect(await (await page.request.get(`/v1/policies/${id}`)).json()).toMatchObject({
      rules: { acknowledgement: 'Keep it to yourself.', expires_at: '2030-05-06T07:08:09.000Z' },
    });
    expect(await page.getByRole('button', { name: 'Save rules' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('is locked when its name is repeated', async () => {
    await using owner = await visitAsNewOwner('/app/policies');
    const { page, complaints } = owner;
    const { id } = await openPolicy(owner, { retain_for_days: 2 });
    await page.getByRole('checkbox', { name: 'Locked' }).check();
    await page.getByLabel('To confirm').fill('Confidentially');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByRole('alert').getByText('This is not the name, letter for letter.').waitFor();
    await page.getByLabel('To confirm').fill('Confidential');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Saved').first().waitFor();

    expect(await (await page.request.get(`/v1/policies/${id}`)).json()).toMatchObject({
      rules: { retain_for_days: 2, locked: true },
    });
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });

  test('is renamed, and goes to the archive and back', async () => {
    await using owner = await visitAsNewOwner('/app/policies');
    const { page, complaints } = owner;
    const { dialog } = await openPolicy(owner, {});
    await page.getByText('No document yet').waitFor();
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Internal');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Internal' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Internal' }).click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await dialog.getByText('keep it, with all of its rules').waitFor();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived: it stays attached').waitFor();
    await page.getByRole('button', { name: 'Actions for Internal' }).click();
    await page.getByRole('button', { name: 'Take out of the archive' }).click();
    await page.getByText(/^Since /).waitFor();
    expect(complaints).toEqual([]);
  });
});
