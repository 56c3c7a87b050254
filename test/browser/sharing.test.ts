import { describe, expect, inject, test } from 'vitest';
import { call, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { noSignIn, overflow, phone, signInByCode, visit } from '../support/people/browser.ts';
import { axeViolations, expectAccessible } from './axe.ts';

const { base_url } = inject('credentials');

/** A private document of the owner. */
async function privateDocument() {
  const fields = { title: 'Project Aurora: offer', description: 'For the board.', access_level: 'private' };
  return `/d/${(await readyDocument({ fields })).document_id}`;
}

describe.skipIf(noSignIn)(`sharing a document ${noSignIn}`, () => {
  test('works without JavaScript, on a phone', async () => {
    const at = await privateDocument();
    const email = someAddress();
    await using managing = await visit({ as: 'owner', at, javaScriptEnabled: false, ...phone });
    const { page: manager } = managing;

    await manager.getByLabel('E-mail address of a reader').fill(email);
    await manager.getByLabel('Last day').fill('2099-12-31');
    await manager.getByRole('button', { name: 'Share', exact: true }).click();
    await manager.getByText(email).first().waitFor();
    expect(manager.url()).toBe(`${base_url}${at}#shares`);
    await manager.getByText('Not read yet').waitFor();
    await manager.getByRole('button', { name: 'Send again' }).click();
    await manager.getByText(/The mail (is about to be sent|was sent|was delivered)/).waitFor();
    expect(manager.url()).toBe(`${base_url}${at}#shares`);

    await using reading = await visit({ at, ...phone });
    const { page: reader } = reading;
    await reader.getByRole('link', { name: 'Sign in' }).click();
    await signInByCode(reader, email);
    await reader.getByText('shared this document with you until').waitFor();
    await expectAccessible(reader);

    await manager.reload();
    await manager.getByText('1 reading').waitFor();
    expect(await overflow(manager)).toBe(0);
    await manager.getByRole('button', { name: 'Withdraw' }).click();
    await manager.getByText('This document is shared with nobody by name.').waitFor();
    await reader.reload();
    await reader.getByRole('heading', { name: 'Your access has ended' }).waitFor();
    expect(managing.complaints).toEqual([]);
  });

  test('an open page whose version was replaced says so and loads the new version', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'private' } });
    const [at, email] = [`/d/${document_id}`, someAddress()];
    await call.createDocumentShare({ path: { document_id }, json: { email, rules: { watermark: true } } });
    await using reading = await visit({ at });
    const { page } = reading;
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInByCode(page, email);
    await page.locator('iframe, .pictures').first().waitFor();
    await page.getByText('Version 1').first().waitFor();

    await processedVersion(await uploadVersion({ document_id }));
    await page.locator('body').dispatchEvent('visibilitychange');
    await page.getByText('A newer version replaced this one').waitFor();
    await page.getByText('Version 2').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The answer that says so. The Content-Security-Policy complains about nothing.
    expect(reading.complaints).toEqual([expect.stringContaining('404 (Not Found)')]);
  });

  test('has forms that pass all rules of axe', async () => {
    const at = await privateDocument();
    await using managing = await visit({ as: 'owner', at });
    const { page } = managing;
    await page.getByLabel('E-mail address of a reader').fill(someAddress());
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Not read yet').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByLabel('E-mail address of a reader').fill('ines@example.org');
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByLabel('Message in the mail').fill('Please read page 2.');
    await page.getByLabel('Mail me when').check();
    await page.getByLabel('Send a mail').uncheck();
    await page.getByRole('button', { name: 'Share', exact: true }).click();

    await page.getByRole('alert').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByLabel('E-mail address of a reader').inputValue()).toBe('ines@example.org');
    expect(await page.getByLabel('Message in the mail').inputValue()).toBe('Please read page 2.');
    expect(await page.getByLabel('Send a mail').isChecked()).toBe(false);
    expect(await page.getByLabel('Mail me when').isChecked()).toBe(true);
  });
});
