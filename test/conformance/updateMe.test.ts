import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
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

  test('can choose a language, which stays when the name changes, until it is null', async () => {
    const { me, change } = await newMember();
    const before = await me();
    expect(before.language).toBeNull();

    for (const language of ['en', 'de', 'ja', null]) {
      const { status, body } = await change({ language });
      const renamed = await change({ name: `In ${language}` });

      expect({ status, language: body.language }).toEqual({ status: 200, language });
      expect(renamed.body).toEqual({ ...body, user: { ...body.user, name: `In ${language}` } });
      expect(await me()).toEqual(renamed.body);
    }
    expect((await change({ language: 'ja', name: 'Both' })).body).toMatchObject({
      language: 'ja',
      user: { name: 'Both' },
    });
  });

  test('has an entry in the activity of their organization, with the earlier name', async () => {
    const { staff, me, change } = await newMember();
    const { user } = await me();
    await change({ name: 'On record' });

    const entries = await eventually(
      async () => {
        const { items } = (await call.listOrganizationActivity({ as: 'staff', headers: staff })).body;
        return items.filter(({ type }) => type === 'user.updated');
      },
      ({ length }) => length > 0,
    );

    expect(entries).toMatchObject([{ actor: user, details: { user_id: user.id, changed: 'name' } }]);
    expect(JSON.stringify(entries)).not.toContain('On record');
  });
});
