import { describe, expect, inject, test } from 'vitest';
import { people, strangers } from '../../infra/local/people.ts';
import { call, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { noSignIn, phone, signInByCode, visit } from '../support/people/browser.ts';
import { axeViolations, darkViolations, expectAccessible } from './axe.ts';

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

/** Invites a person to an organization, as staff. Resolves with the URL. */
async function invited(name: string, json: object): Promise<string> {
  const { id } = (await call.createOrganization({ json: { name } })).body;
  const headers = { 'X-Service-Organization-Id': id };
  return (await call.createInvitation({ as: 'staff', headers, json })).body.url;
}

describe.skipIf(noSignIn)(`an invitation in a browser ${noSignIn}`, () => {
  test('leads from its link through the sign-in to a button, which makes the person a member', async () => {
    const email = someAddress();
    const url = await invited('Grüner Wald Verwaltung', { email, role: 'admin' });
    await using opened = await visit({ at: url });
    const { page, complaints } = opened;
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInByCode(page, email);
    await page.getByRole('heading', { name: 'Join Grüner Wald Verwaltung' }).waitFor();
    expect(page.url()).toBe(url);
    await page.getByRole('button', { name: 'Join' }).click();

    await page.getByRole('heading', { name: 'You belong to Grüner Wald Verwaltung' }).waitFor();
    await page.reload();
    await page.getByText('You are an admin of this organization.').waitFor();
    await page.getByRole('link', { name: 'To the documents' }).click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('asks a person to sign in again after they signed out', async () => {
    const email = someAddress();
    const url = await invited('Archiv', { email, role: 'member' });
    await using opened = await visit({ at: url });
    const { page, context, complaints } = opened;
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInByCode(page, email);
    await page.getByRole('button', { name: 'Join' }).waitFor();
    await context.clearCookies({ name: 'session' });

    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('link', { name: 'Sign in again' }).click();

    await page.getByRole('button', { name: 'Join' }).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  test('passes all rules of axe on a phone', async () => {
    const url = await invited('اتفاقية', { email: people.member.email, role: 'owner' });
    const other = await invited('Archiv', { email: someAddress(), role: 'member' });
    await using opened = await visit({ as: 'member', viewport: { width: 360, height: 640 } });
    const { page } = opened;

    for (const address of [url, other, `${base_url}/invitation?token=none`]) {
      await page.goto(address);
      expect(await axeViolations(page), address).toEqual([]);
      expect(await darkViolations(page), address).toEqual([]);
    }
  });
});

test.skipIf(noSignIn)(
  `sharing a document an open page whose version was replaced says so and loads the new version ${noSignIn}`,
  async () => {
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
  },
);
