import { describe, expect, test } from 'vitest';
import { invite, someAddress } from '../support/invitations.ts';
import { noSignIn, reloadUntilShown, visit } from '../support/people/browser.ts';
import { newPerson, visitAsFounder, visitAsNewOwner } from '../support/people/founder.ts';
import { Person } from '../support/person.ts';
import { accept } from '../support/signedIn.ts';
import { signIn } from '../support/signIn.ts';
import { axeViolations, expectAccessible } from './axe.ts';

describe.skipIf(noSignIn)(`one’s own account in the console ${noSignIn}`, () => {
  test('has another name and language, chosen by keyboard, in all of the console', async () => {
    await using owner = await visitAsNewOwner('/app/me');
    const { page, complaints } = owner;
    await page.getByRole('button', { name: 'Edit Name' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Jana Grün');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Jana Grün' }).waitFor();
    await page.getByRole('navigation').getByText('Jana Grün').waitFor();

    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Organisationen' }).waitFor();
    await page.goto('/app/policies');
    await page.getByRole('heading', { name: 'Noch keine Richtlinien' }).waitFor();
    await page.goto('/app/me');
    await page.getByLabel('Sprache', { exact: true }).selectOption('Sprache des Browsers');
    await page.getByRole('heading', { name: 'Organizations' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('switches the organization, and says why ownership cannot be taken back', async () => {
    await using founder = await visitAsFounder('/app/me');
    const { page } = founder;
    await page.getByRole('button', { name: 'Switch to Where founders come from' }).click();
    await page.getByRole('button', { name: 'Switch to Grüner Wald' }).waitFor();
    await page.getByRole('button', { name: 'Take ownership back' }).click();

    await page.getByText('You have no ownership to take back').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('tells an admin that the owner will hear of it, and the owner how to take the role back', async () => {
    const { email, person } = await newPerson('Grüner Wald', 'owner');
    await using owner = await visit({ as: person, at: '/app/me' });
    const { page, complaints } = owner;
    const { organization_id } = await (await page.request.get('/v1/me')).json();
    const invited = { email: someAddress(), role: 'admin' };
    const { url } = (await invite({ 'X-Service-Organization-Id': organization_id }, invited)).body;
    await using admin = await visit({ as: await accept(url, invited.email), at: '/app/organization' });

    const member = admin.page.getByRole('listitem').filter({ hasText: email });
    await member.getByRole('button', { name: /^Actions for/ }).click();
    await member.getByRole('button', { name: 'Remove' }).click();
    await admin.page.getByRole('dialog').getByText('will be told at once').waitFor();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await admin.page.getByText('is no longer a member').first().waitFor();

    await page.goto('/app');
    await page.getByRole('heading', { name: 'Shared with me' }).waitFor();
    const links = page.getByRole('navigation').getByRole('link');
    expect(await links.allTextContents()).toEqual(['Shared with me', 'Rooms', 'Your account']);
    await page.goto('/app/organization');
    await page.getByRole('button', { name: 'Found an organization' }).waitFor();
    const banner = page.getByRole('alert').filter({ hasText: 'no longer an owner of “Grüner Wald”' });
    await expectAccessible(page);
    await banner.getByRole('button').click();
    await links.filter({ hasText: 'Policies' }).waitFor();
    expect(await banner.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('ends another session', async () => {
    const { email, person } = await newPerson('Grüner Wald', 'owner');
    const elsewhere = new Person();
    await signIn(elsewhere, email);
    await using visiting = await visit({ as: person, at: '/app/me' });
    await using other = await visit({ as: elsewhere, at: '/app/me' });
    const { page } = visiting;
    await other.page.getByText('Signed in on').first().waitFor();
    const rows = page.getByRole('listitem').filter({ hasText: 'Signed in on' });
    await reloadUntilShown(rows.nth(1));
    await rows.filter({ hasNotText: 'This session' }).getByRole('button').click();
    await page.getByRole('dialog').getByText('not saved is lost').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await page.getByText('The session has ended.').first().waitFor();

    expect(await rows.count()).toBe(1);
    await other.page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await other.page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  });
});
