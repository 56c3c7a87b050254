import { describe, expect, test } from 'vitest';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { visitAsFounder } from '../support/people/founder.ts';
import { axeViolations } from './axe.ts';

// On a deployed stage, tests cannot choose a person at the provider.
const skipped = noBrowser || (process.env.CREDENTIALS ? 'skipped: not the local identity provider' : '');

describe.skipIf(noBrowser)(`the screen of the organization ${noBrowser}`, () => {
  test.for([
    ['a desktop', {}],
    ['a phone', phone],
    ['a dark desktop', { colorScheme: 'dark' }],
  ] as const)('lists members and invitations without violations, on %s', async ([, device]) => {
    await using visiting = await visit({ as: 'owner', at: '/app/organization', ...device });
    const { page, complaints } = visiting;
    await page.getByText('Owner since').first().waitFor();
    await page.getByRole('heading', { name: 'Invitations' }).waitFor();

    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('offers a member no change of others', async () => {
    await using visiting = await visit({ as: 'member', at: '/app/organization' });
    const { page } = visiting;
    await page.getByText('Owner since').first().waitFor();

    expect(await page.getByRole('button', { name: /^Actions for .+/ }).count()).toBe(2);
    expect(await page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Endpoints' }).count()).toBe(0);
  });
});

describe.skipIf(skipped)(`a new organization in the console ${skipped}`, () => {
  test('shows an error where it occurred, with the id of the request', async () => {
    await using founder = await visitAsFounder('/app/organization');
    const { page } = founder;
    await page.getByRole('button', { name: /^Actions for (?!the organization)/ }).click();
    await page.getByRole('button', { name: 'Leave organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave organization' }).click();

    await page
      .getByRole('dialog')
      .getByText(/^Request /)
      .waitFor();
  });

  test('shows what changed when two people rename it', async () => {
    await using founder = await visitAsFounder('/app/organization');
    const { page } = founder;
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.request.patch('/v1/organization', {
      data: { name: 'Theirs' },
      headers: { Origin: new URL(page.url()).origin },
    });
    await page.getByLabel('Name').fill('Mine');
    await page.keyboard.press('Enter');

    await page.getByText('Somebody else changed this').waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
  });
});
