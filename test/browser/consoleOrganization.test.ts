import { describe, expect, test } from 'vitest';
import { makePng } from '../support/files/pictures.ts';
import { someAddress } from '../support/invitations.ts';
import { noSignIn, reloadUntilShown } from '../support/people/browser.ts';
import { visitAsFounder, visitAsNewOwner } from '../support/people/founder.ts';
import { accept } from '../support/signedIn.ts';
import { axeViolations } from './axe.ts';

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
