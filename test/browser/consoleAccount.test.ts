import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { readyDocument, uniqueTitle } from '../support/documents.ts';
import { invite, someAddress } from '../support/invitations.ts';
import { noBrowser, noSignIn, reloadUntilShown, visit } from '../support/people/browser.ts';
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

describe.skipIf(noSignIn)(`a session of the console ${noSignIn}`, () => {
  test('that ends midway: after signing in, the person is where they were, with what they typed', async () => {
    const title = uniqueTitle('Kept');
    const { document_id } = await readyDocument({ fields: { title } });
    await using visiting = await visit({ as: 'owner', at: `/app/documents/${document_id}` });
    const { page, context } = visiting;
    await page.getByRole('button', { name: 'Edit Title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(`${title} typed`);
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: people.owner.name }).click();

    const field = page.getByRole('textbox', { name: 'Title' });
    expect(await field.inputValue()).toBe(`${title} typed`);
    expect(new URL(page.url()).pathname).toBe(`/app/documents/${document_id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `${title} typed` }).waitFor();
  });

  test('that acts in another organization since a switch in another tab changes nothing, and says so', async () => {
    await using founder = await visitAsFounder('/app/organization');
    const { page, context } = founder;
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.getByLabel('Name').fill('Changed');
    const other = await context.newPage();
    await other.goto('/app');
    await other.getByRole('button', { name: 'Grüner Wald' }).first().click();
    await other.getByRole('button', { name: 'Where founders come from' }).click();
    await other.locator('button.organization', { hasText: 'Where founders come from' }).waitFor();

    await page.getByRole('button', { name: 'Save' }).first().click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'You switched to Where founders come from in another tab.' })
      .waitFor();
    expect(await (await page.request.get('/v1/organization')).json()).toMatchObject({
      name: 'Where founders come from',
    });
    // The change waits for the switch, however long this takes.
    await page.route('**/v1/organization/switch', async (route) => {
      await delay(1500);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Back to Grüner Wald' }).click();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('heading', { name: 'Changed' }).waitFor();
  });
});

describe.skipIf(noBrowser)(`a tab of the console ${noBrowser}`, () => {
  test('whose files an update has removed reloads once, and keeps typed texts', async () => {
    const title = uniqueTitle('Updated');
    const { document_id } = await readyDocument({ fields: { title } });
    await using visiting = await visit({ as: 'owner', at: `/app/documents/${document_id}` });
    const { page, requests } = visiting;
    await page.getByRole('button', { name: 'Edit Title' }).click();
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.fill(`${title} typed`);
    /** Reloads the page. The first `times` loads get the page of an earlier release. Resolves with the number of loads. */
    const reloadFormer = async (times: number): Promise<number> => {
      const before = requests.length;
      await page.route(
        page.url(),
        async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace(/console-\w+\.js/, 'console-FORMER00.js');
          await route.fulfill({ response, body });
        },
        { times },
      );
      await page.reload({ waitUntil: 'commit' });
      await page.waitForLoadState('networkidle');
      return requests.slice(before).filter((url) => url === page.url()).length;
    };

    expect(await reloadFormer(1)).toBe(2);
    expect(await field.inputValue()).toBe(`${title} typed`);
    // Another update can remove the new files while the same tab is open. So the page must be able to load itself again once more.
    expect(await reloadFormer(1)).toBe(2);
    expect(await field.inputValue()).toBe(`${title} typed`);
    // A cache that keeps the former page causes no loop.
    expect(await reloadFormer(5)).toBe(2);
  });

  test('of a member without rights offers no changes of a document', async () => {
    const title = uniqueTitle('Foreign');
    const { document_id } = await readyDocument({ fields: { title, access_level: 'organization' } });
    await using visiting = await visit({ as: 'member', at: `/app?q=${title}` });
    const { page, complaints } = visiting;
    const row = page.getByRole('row').filter({ hasText: title });
    await reloadUntilShown(row);
    expect(await row.getByRole('checkbox').count()).toBe(0);
    await row.getByRole('button', { name: `Actions for ${title}` }).click();
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);

    await page.goto(`/app/documents/${document_id}`);
    await page.getByText('Current', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const main = page.getByRole('main');
    expect(await main.getByText(/^(Edit|Delete|Share|Attach|Add)/).count()).toBe(0);
    expect(await main.locator('input, select, textarea').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
