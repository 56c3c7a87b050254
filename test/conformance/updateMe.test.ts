import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { sameOrigin } from '../support/organizations.ts';
import { joined } from '../support/signedIn.ts';
import { base_url, noLocalProvider } from '../support/signIn.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

/** Returns a person who has just joined an organization, with calls by their session. */
async function newMember() {
  const { staff, email, person } = await joined();
  const cookie = () => ({ Cookie: `session=${person.cookie(base_url, 'session')}`, ...sameOrigin });
  const as = () => ({ as: null, headers: cookie() }) as const;
  return {
    email,
    staff,
    person,
    as,
    me: async () => (await call.getMe(as())).body,
    change: (json: unknown, headers: Record<string, string> = {}) =>
      call.updateMe({ as: null, headers: { ...cookie(), ...headers }, json }),
    page: async (at: string) => (await fetch(at, { headers: { ...cookie(), Accept: 'text/html' } })).text(),
  };
}

describe.skipIf(noLocalProvider)('a person', () => {
  test('has the new name on pages and in the list of members, and the earlier one on earlier documents', async () => {
    const { staff, as, me, change, page } = await newMember();
    const { id, name: before } = (await me()).user;
    const form = uploadForm({ title: 'Mine', access_level: 'organization' }, await makePdf());
    const { body: document } = await call.createDocument({ ...as(), form });
    const path = { document_id: document.id };
    expect(await page(document.service_url)).toContain(` by <bdi>${before}</bdi>`);

    await change({ name: 'Augusta Ada King' });

    const shown = await page(document.service_url);
    expect(shown).toContain(' by <bdi>Augusta Ada King</bdi>');
    expect(shown).toContain('<bdi>Augusta Ada King</bdi></span>');
    expect(shown).not.toContain(`<bdi>${before}</bdi>`);
    expect((await call.getDocument({ ...as(), path })).body.created_by.name).toBe(before);
    const { items } = (await call.listOrganizationMembers({ as: 'staff', headers: staff })).body;
    expect(items.find(({ user_id }) => user_id.slice(4) === id.slice(5))).toMatchObject({
      display_name: 'Augusta Ada King',
      given_name: '',
      family_name: '',
    });
  });
});
