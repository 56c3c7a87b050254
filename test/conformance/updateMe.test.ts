import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { joined, sessionOf } from '../support/signedIn.ts';
import { noLocalProvider } from '../support/signIn.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

describe.skipIf(noLocalProvider)('a person', () => {
  test('has the new name on pages and in the list of members, and the earlier one on earlier documents', async () => {
    const { staff, person } = await joined();
    const { as } = sessionOf(person);
    const page = async (at: string) =>
      (await fetch(at, { headers: { ...as.headers, Accept: 'text/html' } })).text();
    const { id, name: before } = (await call.getMe(as)).body.user;
    const form = uploadForm({ title: 'Mine', access_level: 'organization' }, await makePdf());
    const { body: document } = await call.createDocument({ ...as, form });
    const path = { document_id: document.id };
    expect(await page(document.service_url)).toContain(` by <bdi>${before}</bdi>`);

    await call.updateMe({ ...as, json: { name: 'Augusta Ada King' } });

    const shown = await page(document.service_url);
    expect(shown).toContain(' by <bdi>Augusta Ada King</bdi>');
    expect(shown).toContain('<bdi>Augusta Ada King</bdi></span>');
    expect(shown).not.toContain(`<bdi>${before}</bdi>`);
    expect((await call.getDocument({ ...as, path })).body.created_by.name).toBe(before);
    const { items } = (await call.listOrganizationMembers({ as: 'staff', headers: staff })).body;
    expect(items.find(({ user_id }) => user_id.slice(4) === id.slice(5))).toMatchObject({
      display_name: 'Augusta Ada King',
      given_name: '',
      family_name: '',
    });
  });
});
