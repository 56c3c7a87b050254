import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import {
  problem,
  sameOrigin,
  unreadableBodies,
  unshownNames,
  type WrongRow,
  wrongIn,
} from '../support/organizations.ts';
import { Person } from '../support/person.ts';
import { joined } from '../support/signedIn.ts';
import { base_url, noLocalProvider, signIn } from '../support/signIn.ts';
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
  test.for([
    'N',
    'n'.repeat(100),
    '🗂'.repeat(100),
    'Ünïted 合同',
    '<b>&amp;</b>',
    'عادل \u200fAda',
    '👩\u200d💻',
  ])('can change their name: %s', async (name) => {
    const { me, change } = await newMember();
    const before = await me();

    const { status, body } = await change({ name });

    expect({ status, body }).toEqual({
      status: 200,
      body: { ...before, user: { ...before.user, name } },
    });
    expect(await me()).toEqual(body);
  });

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

  test('keeps the new name at the next sign-in', async () => {
    const { email, change } = await newMember();
    await change({ name: 'As I want it' });

    const again = new Person();
    await signIn(again, email);

    const headers = { Cookie: `session=${again.cookie(base_url, 'session')}` };
    expect((await call.getMe({ as: null, headers })).body.user.name).toBe('As I want it');
  });

  test('is not changed by an empty object, or by the current name', async () => {
    const { me, change } = await newMember();
    const before = await me();

    for (const json of [{}, { name: before.user.name }]) expect((await change(json)).body).toEqual(before);

    expect(await me()).toEqual(before);
  });

  test('is changed only if the tag in If-Match is current', async () => {
    const { as, me, change } = await newMember();
    const tag = (await call.getMe(as())).headers.get('etag') ?? '';

    const first = await change({ name: 'First' }, { 'If-Match': tag });
    const late = await change({ name: 'Late' }, { 'If-Match': tag });

    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe((await call.getMe(as())).headers.get('etag'));
    expect([late.status, late.headers.get('x-error-code')]).toEqual([412, 'precondition_failed']);
    expect((await me()).user.name).toBe('First');
  });

  test.for(['en', 'de', 'ja', null])(
    'can choose a language, with and without a name: %s',
    async (language) => {
      const { me, change } = await newMember();
      const before = await me();
      expect(before.language).toBeNull();

      const { status, body } = await change({ language });
      const both = await change({ language, name: 'With a language' });

      expect({ status, body }).toEqual({ status: 200, body: { ...before, language } });
      expect(both.body).toEqual({ ...body, user: { ...body.user, name: 'With a language' } });
      expect(await me()).toEqual(both.body);
    },
  );

  test('keeps the language when the name changes, until it is null', async () => {
    const { me, change } = await newMember();
    await change({ language: 'ja' });

    await change({ name: 'Still in Japanese' });
    const kept = (await me()).language;
    await change({ language: null });

    expect([kept, (await me()).language]).toEqual(['ja', null]);
  });

  test('changes the language only if the tag in If-Match is current', async () => {
    const { as, me, change } = await newMember();
    const tag = (await call.getMe(as())).headers.get('etag') ?? '';
    await change({ language: 'de' }, { 'If-Match': tag });

    const late = await change({ language: 'ja' }, { 'If-Match': tag });

    expect([late.status, late.headers.get('x-error-code')]).toEqual([412, 'precondition_failed']);
    expect((await me()).language).toBe('de');
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

describe('a name is not changed', () => {
  const asMember = { session: 'member', headers: sameOrigin } as const;

  test.for(unreadableBodies)('by $what', async ({ raw, headers = {} }) => {
    const request = { session: 'member', raw: raw ?? '', headers: { ...headers, ...sameOrigin } } as const;

    expect(await call.updateMe(request)).toMatchObject(problem(400));
  });

  test.for<WrongRow>([
    ...unshownNames,
    ['an empty name', { name: '' }],
    ['101 characters', { name: 'n'.repeat(101) }],
    ['null', { name: null }],
    ['a number', { name: 7 }],
    ['an unknown language', { language: 'fr' }, ['body.language', 'fr']],
    ['a language in upper case', { language: 'DE' }, ['body.language', 'DE']],
    ['an empty language', { language: '' }, ['body.language', '']],
    ['unknown fields', { name: 'N', email: 'x@y.example' }, ['body.email', 'x@y.example']],
  ])('by %s, and every mistake is named', async ([, json, ...wrong]) => {
    const before = (await call.getMe(asMember)).body.user;

    expect(await call.updateMe({ ...asMember, json })).toMatchObject(wrongIn(json, wrong));

    expect((await call.getMe(asMember)).body.user).toEqual(before);
  });

  test.for(['owner', 'member', 'service_account', 'newcomer'] as const)(
    'with the API key of the %s, with any body',
    async (as) => {
      for (const body of [{ json: { name: 'By a key' } }, { json: {} }, { raw: 'no JSON' }])
        expect(await call.updateMe({ as, ...body })).toMatchObject(problem(403));
    },
  );

  test('from a page of another site, or without a credential', async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    const json = { name: 'By another site' };

    expect(await call.updateMe({ session: 'member', headers, json })).toMatchObject(problem(403));
    expect(await call.updateMe({ as: null, json })).toMatchObject(problem(401));
  });
});
