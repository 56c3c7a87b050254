import { describe, expect, test } from 'vitest';
import { call, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { noSignIn, signInByCode, visit } from '../support/people/browser.ts';
import { axeViolations } from './axe.ts';

describe.skipIf(noSignIn)(`sharing a document ${noSignIn}`, () => {
  test('an open page whose version was replaced says so and loads the new version', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'private' } });
    const [at, email] = [`/d/${document_id}`, someAddress()];
    await call.createDocumentShare({ path: { document_id }, json: { email, rules: { watermark: true } } });
    await using reading = await visit({ at });
    const { page } = reading;
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInByCode(page, email);
    await page.locator('.sheets li').first().waitFor();
    await page.getByText('Version 1').first().waitFor();

    await processedVersion(await uploadVersion({ document_id }));
    await page.locator('body').dispatchEvent('visibilitychange');
    await page.getByText('A newer version replaced this one').waitFor();
    await page.getByText('Version 2').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The answer that says so. The Content-Security-Policy complains about nothing.
    expect(reading.complaints).toEqual([expect.stringContaining('404 (Not Found)')]);
  });
});
