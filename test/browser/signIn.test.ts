import { describe, expect, inject, test } from 'vitest';
import { people, strangers } from '../../infra/local/people.ts';
import { noSignIn, phone, visit } from '../support/people/browser.ts';
import { expectAccessible } from './axe.ts';

const { base_url } = inject('credentials');

describe.skipIf(noSignIn)(`signing in with a browser ${noSignIn}`, () => {
  test('lets a person who was refused sign in with another account', async () => {
    await using opened = await visit({ at: `${base_url}/login` });
    const { page } = opened;
    await page.getByRole('button', { name: strangers.unknown.name }).click();
    await page.getByRole('heading', { name: 'You have no account here' }).waitFor();
    await page.getByRole('link', { name: 'Sign in with another address' }).click();
    await page.getByRole('button', { name: people.member.name }).click();

    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await expect(page.locator('header').textContent()).resolves.toContain(people.member.name);
  });

  test('has pages before a document and refusals that pass all rules of axe', async () => {
    await using asked = await visit({ ...phone, at: '/d/nonsense' });
    await using refused = await visit({ ...phone, as: 'member', at: '/d/nonsense' });

    for (const { page } of [asked, refused]) {
      await expectAccessible(page);
    }
  });

  test('can be done by keyboard only', async () => {
    await using opened = await visit({ at: `${base_url}/login` });
    const { page } = opened;
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(people.admin.email);
    await page.keyboard.press('Enter');
    await page.keyboard.type((await page.locator('blockquote code').textContent()) ?? '');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  });
});
