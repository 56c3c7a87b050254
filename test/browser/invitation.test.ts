import { describe, expect, inject, test } from 'vitest';
import { people } from '../../infra/local/people.ts';
import { call } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { noSignIn, signInByCode, visit } from '../support/people/browser.ts';
import { axeViolations, darkViolations } from './axe.ts';

const { base_url } = inject('credentials');

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
