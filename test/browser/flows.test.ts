/** The flows that every browser runs. */
import type { Locator } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { call, readyDocument } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { someAddress } from '../support/invitations.ts';
import { noBrowser, noSignIn, overflow, phone, signInByCode, visit } from '../support/people/browser.ts';
import { visitAsNewOwner } from '../support/people/founder.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');

/** Clicks a link or button that leads to a page, and waits for the page. */
async function follow(control: Locator): Promise<void> {
  const loaded = control.page().waitForEvent('load');
  await control.click();
  await loaded;
}

/** Reloads a page that has no script, until the page has the wanted number of elements. */
const untilCount = (locator: Locator, wanted: number) =>
  eventually(
    async () => {
      await locator.page().reload();
      return locator.count();
    },
    (count) => count === wanted,
  );

describe.skipIf(noBrowser)(`the console ${noBrowser}`, () => {
  test('makes a document from a file, and shows its status without a reload', async () => {
    await using visiting = await visit({ as: 'owner', at: '/app' });
    const { page, complaints } = visiting;
    const title = `Chosen ${crypto.randomUUID()}`;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: `${title}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from(readFixture('plain.pdf')),
      });

    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByText('Ready').waitFor();
    expect(complaints).toEqual([]);
  });

  test('has plain pages: the list, an upload, changes of a document, and the bin', async () => {
    const { name } = await addPolicy(undefined, {}, {});
    // Firefox cannot be driven with script turned off. There, the check below is enough: these pages have no script.
    await using visiting = await visit({ as: 'owner', at: '/app/plain', javaScriptEnabled: false });
    const { page } = visiting;
    const title = `Plain ${crypto.randomUUID()}`;
    await page.locator('input[type=file]').setInputFiles({
      name: 'a.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(readFixture('plain.pdf')),
    });
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('button', { name: 'Upload PDFs' }).click();

    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.locator('script').count()).toBe(0);
    expect(await overflow(page)).toBe(0);
    // Axe itself needs script.
    await using checked = await visit({ as: 'owner', at: new URL(page.url()).pathname });
    expect(await axeViolations(checked.page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Title' }).first().fill(`${title} changed`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `${title} changed` }).waitFor();
    await page.locator('option[value=private][selected]').waitFor({ state: 'attached' });
    await page.getByLabel('Access').selectOption('organization');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.locator('option[value=organization][selected]').waitFor({ state: 'attached' });
    const publish = page.getByRole('button', { name: 'Make public' });
    await page.getByRole('checkbox', { name: 'Everybody who has the link' }).check();
    await follow(publish);
    await untilCount(publish, 0);
    await page.getByRole('combobox', { name: 'Attach a policy' }).selectOption(name);
    await follow(page.getByRole('button', { name: 'Attach', exact: true }));
    const detach = page.getByRole('button', { name: `Detach ${name}` });
    await untilCount(detach, 1);
    await follow(detach);
    await untilCount(detach, 0);
    const email = someAddress();
    await page.getByLabel('E-mail address of a reader').fill(email);
    await follow(page.getByRole('button', { name: 'Share', exact: true }));
    const withdraw = page.getByRole('button', { name: `Withdraw ${email}` });
    await untilCount(withdraw, 1);
    await follow(withdraw);
    await untilCount(withdraw, 0);
    await page.getByRole('checkbox').check();
    await follow(page.getByRole('button', { name: 'Delete' }));
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await untilCount(page.getByRole('link', { name: title }), 0);
    await follow(page.getByRole('link', { name: 'Bin' }));
    const restore = page.getByRole('button', { name: `Restore ${title} changed` });
    await untilCount(restore, 1);
    await restore.click();
    await page.getByRole('heading', { name: `${title} changed` }).waitFor();
  });

  test('shows what changed when two people change the same document', async () => {
    const title = `Contested ${crypto.randomUUID()}`;
    const { document_id } = await readyDocument({ fields: { title } });
    await using visiting = await visit({ as: 'owner', at: `/app/documents/${document_id}` });
    const { page } = visiting;
    await page.getByRole('button', { name: 'Edit Title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(`${title} of mine`);
    await call.updateDocument({ path: { document_id }, json: { title: `${title} of theirs` } });
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByText('Somebody else changed this while you were editing').waitFor();
    await page.getByText(`${title} of theirs`).first().waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('heading', { name: `${title} of mine` }).waitFor();
  });

  test('shares a document, changes its access and attaches a policy, without violations of axe', async () => {
    const { document_id } = await readyDocument({ fields: { title: `Governed ${crypto.randomUUID()}` } });
    const { name } = await addPolicy(undefined, {}, { watermark: true });
    const email = someAddress();
    await using visiting = await visit({ as: 'owner', at: `/app/documents/${document_id}` });
    const { page, complaints } = visiting;
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail addresses').fill(`${email} ines@`);
    await dialog.getByRole('checkbox', { name: 'watermark' }).check();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByText('“ines@” is not an e-mail address.').waitFor();
    await dialog.locator('textarea:focus').fill(email);
    // What the person chose is there after a reload, such as that after a new sign-in.
    await page.reload();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    expect(await dialog.getByRole('checkbox', { name: 'watermark' }).isChecked()).toBe(true);
    expect(await dialog.getByLabel('E-mail addresses').inputValue()).toBe(email);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.locator('.toast').getByText('Shared with 1 person.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: email }).getByText('Not read yet').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('radio', { name: 'Public' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByRole('button', { name: 'Make public' }).click();
    await page.getByText('Access is now “Public”.').first().waitFor();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('button', { name: `Attach ${name}` }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText('see their name on every page')
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(noSignIn)(`people who sign in ${noSignIn}`, () => {
  test('go from a private document to the provider, back to the document, and to the sign-out', async () => {
    const title = `Severance plan ${crypto.randomUUID()}`;
    const { document } = await readyDocument({ fields: { title, access_level: 'private' } });
    await using opened = await visit({ at: document.service_url });
    const { page, context, complaints } = opened;
    await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    await page.getByRole('button', { name: people.owner.name }).click();

    await page.getByRole('heading', { name: title }).waitFor();
    expect(page.url()).toBe(document.service_url);
    const cookies = await context.cookies(base_url);
    expect(cookies).toMatchObject([{ name: 'session', httpOnly: true, sameSite: 'Lax' }]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    // The person is signed out of the service now. The provider asks too, before it signs the person out of the provider.
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    expect(await context.cookies(base_url)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(page.url()).toBe(`${base_url}/logout`);

    await page.goto(document.service_url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('create a policy from a template by keyboard alone', async () => {
    await using owner = await visitAsNewOwner('/app/policies');
    const { page, complaints } = owner;
    await page.getByRole('heading', { name: 'No policies yet' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('create pol');
    await page.keyboard.press('Enter');
    const template = page.getByRole('button', { name: 'Share with one person' });
    await template.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Only people with these addresses read.' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('reader@example.org');
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Share with one person' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(await (await page.request.get(`/v1/policies/${id}`)).json()).toMatchObject({
      rules: { require_sign_in: true, allowed_emails: ['reader@example.org'] },
    });
    expect(complaints).toEqual([]);
  });

  test('read pictures with a watermark under policies, on a phone, once they have accepted the text', async () => {
    const fields = { title: 'Project Aurora: offer', access_level: 'private' };
    const at = `/d/${(await readyDocument({ fields })).document_id}`;
    const rules = { acknowledgement: 'I pass nothing on.', view_only: true, watermark: true };
    await attach(at.slice('/d/'.length), (await addPolicy(undefined, {}, rules)).id);
    const email = someAddress();
    const path = { document_id: at.slice('/d/'.length) };
    const share = (await call.createDocumentShare({ path, json: { email, send_mail: false } })).body;

    await using reading = await visit({ at, ...phone });
    const { page: reader } = reading;
    await reader.getByRole('link', { name: 'Sign in' }).click();
    await signInByCode(reader, email);
    await reader.getByRole('button', { name: 'Accept and read' }).click();
    const pictures = reader.locator('.pictures img');
    // The page reloads until the pictures are ready.
    await pictures.first().waitFor();
    await reader.locator('.fold summary').click();
    await reader.getByText(/shown as pictures, each with a watermark/).waitFor();
    expect(await reader.locator('iframe, a[href*="file="]').count()).toBe(0);
    expect(await overflow(reader)).toBe(0);

    await call.deleteDocumentShare({ path: { ...path, share_id: share.id } });
    await reader.reload();
    await reader.getByRole('heading', { name: 'Your access has ended' }).waitFor();
  });
});
