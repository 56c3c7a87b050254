import { describe, expect, test } from 'vitest';
import { noSignIn } from '../support/people/browser.ts';
import { postAs, visitAsNewOwner } from '../support/people/founder.ts';
import { axeViolations } from './axe.ts';

describe.skipIf(noSignIn)(`a group in the console ${noSignIn}`, () => {
  test('is created, filled, renamed, allowed by a policy and deleted, and the policy says that it is gone', async () => {
    await using owner = await visitAsNewOwner('/app/organization');
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create group' }).click();
    await dialog.getByLabel('Name').fill('Bidders');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Bidders' }).click();

    await page.getByRole('heading', { name: 'Bidders' }).waitFor();
    await page.getByText('Nobody yet.').waitFor();
    await page.getByRole('button', { name: 'Add to the group' }).click();
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('Ines@Guests.Example');
    await dialog.getByRole('button', { name: 'Add to the group' }).click();
    await page.getByText('ines@guests.example').waitFor();
    await page.getByRole('button', { name: 'Add to the group' }).click();
    await dialog.getByLabel('Who').selectOption('domain');
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('no domain');
    await dialog.getByRole('button', { name: 'Add to the group' }).click();
    await dialog.locator('[aria-invalid]').waitFor();
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('bidders.example');
    await dialog.getByRole('button', { name: 'Add to the group' }).click();
    await page.getByText('2 entries').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions for bidders.example' }).click();
    await page.getByRole('button', { name: 'Remove from the group' }).click();
    await dialog.getByRole('button', { name: 'Remove from the group' }).click();
    await page.getByText('1 entry').waitFor();

    const { id } = (await postAs(owner, '/v1/policies', { name: 'Confidential' })) as { readonly id: string };
    await page.goto(`/app/policies/${id}`);
    await page.getByRole('checkbox', { name: 'Only people in these groups read.' }).check();
    await page.getByRole('checkbox', { name: 'Bidders' }).check();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Saved').first().waitFor();
    await page.goto('/app/policies');
    await page.getByText('belong to Bidders').waitFor();

    await page.goto('/app/organization');
    await page.getByRole('button', { name: 'Actions for Bidders' }).click();
    await page.getByRole('button', { name: 'Name and description' }).click();
    await dialog.getByLabel('Name').fill('Bidders of May');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions for Bidders of May' }).click();
    await page.getByRole('button', { name: 'Delete group' }).click();
    await dialog.getByRole('button', { name: 'Delete group' }).click();
    await page.getByText('The group Bidders of May is deleted.').first().waitFor();
    await page.goto(`/app/policies/${id}`);
    await page.getByText('1 of its groups is deleted').waitFor();
    await page.getByRole('checkbox', { name: 'Deleted group' }).waitFor();
    // The domain that nobody can have.
    expect(complaints).toEqual([expect.stringContaining('422')]);
  });
});
