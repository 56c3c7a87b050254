import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { uniqueTitle } from '../support/documents.ts';
import { makePng } from '../support/files/pictures.ts';
import { someAddress } from '../support/invitations.ts';
import { sameOrigin } from '../support/organizations.ts';
import { noSignIn, phone, reloadUntilShown, type Visit } from '../support/people/browser.ts';
import {
  postAs,
  untilListedAs,
  uploadAs,
  visitAsFounder,
  visitAsNewOwner,
} from '../support/people/founder.ts';
import { accept } from '../support/signedIn.ts';
import { axeViolations, expectAccessible } from './axe.ts';

describe.skipIf(noSignIn)(`a new organization in the console ${noSignIn}`, () => {
  test('is named, and its founder invites and appoints a member', async () => {
    await using owner = await visitAsNewOwner('/app/organization');
    const { page, complaints } = owner;
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.getByLabel('Name').fill('Grüner Wald Verwaltung');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Grüner Wald Verwaltung' }).waitFor();

    const email = someAddress();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill(email);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText(`The mail to ${email} is on its way.`).waitFor();
    const first = await dialog.getByLabel('Link of the invitation').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('button', { name: 'Send again with a new link' }).click();
    const second = await dialog.getByLabel('Link of the invitation').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(second).not.toBe(first);

    await accept(second, email);
    await page.reload();
    const member = page.getByRole('listitem').filter({ hasText: email }).locator('bdi').first();
    await reloadUntilShown(member);
    const name = (await member.textContent()) ?? '';
    const menu = page.getByRole('button', { name: `Actions for ${name}`, exact: true });
    await menu.click();
    await page.getByRole('button', { name: 'Change role' }).click();
    await dialog.getByRole('radio', { name: /^Admin/ }).check();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByText(`${name} is now: Admin.`).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('gets a color that can be read on white, and a logo, which the console shows beside its name', async () => {
    await using owner = await visitAsNewOwner('/app/organization');
    const { page, complaints } = owner;
    const color = page.getByLabel('Accent color');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await color.fill('#ffcc00');
    await page.getByText('It must be at least 4.5').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await color.fill('#7A1F3D');
    await save.click();
    await page.locator(':root.looked').waitFor();

    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a picture' }).click();
      await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
    };
    await choose('logo.png', Buffer.from('<svg/>'));
    await page.getByText('This file cannot be a logo').waitFor();
    await choose('large.png', Buffer.from(makePng({ width: 3000, height: 1000 })));
    await page.getByRole('dialog').getByRole('button', { name: 'Use this logo' }).click();
    const shown = page.locator('nav .organization img.logo');
    await shown.waitFor();
    await expect.poll(() => shown.evaluate((image) => Object(image).naturalWidth)).toBe(1024);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('is founded from another one, and deleted', async () => {
    await using owner = await visitAsNewOwner('/app/organization');
    const { page, complaints } = owner;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Actions for the organization' }).click();
    await page.getByRole('button', { name: 'Found another organization' }).click();
    await dialog.getByLabel('Name').fill('Grüner Wald Verwaltung');
    await dialog.getByRole('button', { name: 'Found an organization' }).click();
    await page.getByRole('heading', { name: 'Grüner Wald Verwaltung' }).waitFor();

    await page.getByRole('button', { name: 'Actions for the organization' }).click();
    await page.getByRole('button', { name: 'Delete organization' }).click();
    const remove = dialog.getByRole('button', { name: 'Delete organization' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel('To confirm').fill('Grüner Wald Verwaltung');
    expect(await axeViolations(page)).toEqual([]);
    await remove.click();
    await page.getByText('Grüner Wald Verwaltung is deleted.').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows an error where it occurred, with the id of the request under Details', async () => {
    await using founder = await visitAsFounder('/app/organization');
    const { page } = founder;
    await page.getByRole('button', { name: /^Actions for (?!the organization)/ }).click();
    await page.getByRole('button', { name: 'Leave organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave organization' }).click();

    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('An organization needs an owner.').waitFor();
    await alert.getByText('Details').click();
    await alert.getByText(/^Request /).waitFor();
  });
});

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

describe.skipIf(noSignIn)(`the activity of an organization in the console ${noSignIn}`, () => {
  test('names what was done and the document, without violations, on a phone', async () => {
    const title = uniqueTitle('Recorded');
    await using owner = await visitAsNewOwner('/app/activity', phone);
    const { page, complaints } = owner;
    await uploadAs(owner, title);
    const entry = page.getByRole('listitem').filter({ hasText: 'created the document' });
    await reloadUntilShown(entry);
    const folded = page.getByRole('listitem').filter({ hasText: 'The service did 2 things' });
    await reloadUntilShown(folded.getByRole('group'));
    await folded.getByText('The service did 2 things').click();
    await folded.getByText('made the document ready').waitFor();
    await page.waitForLoadState('networkidle');

    await expectAccessible(page);
    const link = entry.getByRole('link', { name: title });
    // The list from which titles are read may lag behind.
    await reloadUntilShown(link);
    await link.click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('says what changed, is filtered by person, kind and day, read on, and downloaded', async () => {
    await using founder = await visitAsFounder('/app/activity');
    const { page, complaints } = founder;
    for (let made = 1; made <= 35; made++) await postAs(founder, '/v1/policies', { name: `Label ${made}` });
    const entries = page.getByRole('listitem');
    const policies = entries.getByText('created a policy');
    const renamed = { data: { name: 'Dunkler Wald' }, headers: sameOrigin };
    await page.request.patch('/v1/organization', renamed);
    // Two more entries say that the organization was founded and renamed.
    await untilListedAs(founder, '/v1/organization/activity?limit=100', 37);
    await page.reload();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await entries.getByText('founded the organization').waitFor();
    await entries.getByText('renamed from “Grüner Wald” to “Dunkler Wald”').waitFor();
    expect(await policies.count()).toBe(35);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv.match(/,policy\.created,/g)).toHaveLength(35);

    await page.getByLabel('Up to').fill('2026-01-01');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByLabel('Up to').fill('');
    await page.getByLabel('Who').selectOption({ index: 1 });
    await policies.first().waitFor();
    await page.getByLabel('What').selectOption({ label: 'changed the organization' });
    await entries.getByText('Dunkler Wald').first().waitFor();
    expect(await policies.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
