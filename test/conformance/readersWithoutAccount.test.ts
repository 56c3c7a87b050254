import { describe, expect, test, vi } from 'vitest';
import { localStaffDomain } from '../../infra/local/people.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { endKey, makeKey, withKey } from '../support/apiKeys.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { problem } from '../support/organizations.ts';
import { followToProvider, Person } from '../support/person.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { sessionOf } from '../support/signedIn.ts';
import { base_url, isCallback, noLocalProvider, signInWithCode } from '../support/signIn.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { newOrganization } from '../support/webhooks.ts';

async function governed(rules: Rules, access_level = 'public') {
  const title = uniqueTitle('For readers');
  const { id } = await upload({ fields: { title, access_level } });
  const policy = await addPolicy(undefined, {}, rules);
  await attach(id, policy.id);
  return { id, title, at: `/d/${id}` };
}

const html = { headers: { Accept: 'text/html' } };
const open = (reader: Person, path: string) => reader.go(base_url + path, html);

async function readerOf(rules: Rules, address = someAddress()) {
  const document = await governed(rules);
  const reader = new Person();
  const back = await signInWithCode(reader, address, document.at);
  expect(back).toMatchObject({ status: 303, location: base_url + document.at });
  const headers = {
    Cookie: `session=${reader.cookie(base_url, 'session')}`,
    Origin: new URL(base_url).origin,
  };
  return { ...document, reader, address, as: { as: null, headers } } as const;
}

describe.skipIf(noLocalProvider)('a person without an account', () => {
  test('reads documents that are shared with their address, after proving it by a code', async () => {
    const address = someAddress();
    const { at, title } = await governed({ allowed_emails: [address.toUpperCase()] });
    const reader = new Person();

    const turnedAway = await open(reader, at);
    expect(turnedAway).toMatchObject({ status: 303 });
    const form = await followToProvider(reader, turnedAway, isCallback);
    const asked = await reader.submit(form.url, { address });
    const wrong = await reader.submit(form.url, { address, code: '1234' });
    expect(wrong.text).toContain('The code is wrong.');
    const [, code = ''] = /<code>(\d{8})<\/code>/.exec(asked.text) ?? [];
    const proved = await reader.follow(await reader.submit(form.url, { address, code }), isCallback);
    const back = await reader.go(proved.location ?? '');

    expect(back).toMatchObject({ status: 303, location: base_url + at });
    const page = await open(reader, at);
    expect(page.status).toBe(200);
    expect(page.text).toContain(title);
    expect(page.text).toContain(address.split('@')[0]);
  });

  // Threat: A share opens more than one document to one person, or goes on after its end
  test.for(['private', 'organization', 'public'] as const)(
    'reads a %s document that is shared with them, until the share is withdrawn',
    async (access_level) => {
      const title = uniqueTitle('Shared');
      const { id } = await upload({ fields: { title, access_level } });
      const address = someAddress();
      const share = await call.createDocumentShare({ path: { document_id: id }, json: { email: address } });
      const path = new URL(share.body.url).pathname;
      const reader = new Person();

      const back = await signInWithCode(reader, address, path);

      expect(back).toMatchObject({ status: 303, location: share.body.url });
      expect((await open(reader, path)).text).toContain(title);
      await call.deleteDocumentShare({ path: { document_id: id, share_id: share.body.id } });
      expect((await open(reader, path)).status).toBe(access_level === 'public' ? 200 : 404);
    },
  );

  // Threat: An unknown person gets in through a link that was sent to somebody else, or gets more than the right to read
  test('may only read', async () => {
    const { as } = await readerOf({ require_sign_in: true });

    const { body: me } = await call.getMe(as);
    expect(me).toMatchObject({ organization_id: null, role: null, organizations: [] });
    expect(me.permissions).toEqual(['document#read']);
    expect((await call.listDocuments(as)).body.items).toEqual([]);
    const form = uploadForm({ title: 'Mine' }, await makePdf());
    const forbidden = refused('insufficient_permissions', null);
    expect(await call.createDocument({ ...as, form })).toMatchObject(forbidden);
    expect(await call.createUpload({ ...as, json: { size_bytes: 1 } })).toMatchObject({ status: 403 });
    expect((await call.createOrganization({ ...as, json: { name: 'Mine' } })).status).toBe(403);
    expect((await call.listOrganizationMembers(as)).status).toBe(403);
    const key = await call.createApiKey({ ...as, json: { name: 'Mine' } });
    expect(key.body.permissions).toEqual(['document#read']);
  });

  // Threat: A person multiplies the rate limit with many keys
  test('has one API key at a time, also with many requests at the same time', async () => {
    const { as } = await readerOf({ require_sign_in: true });
    const statusOf = ({ status }: { status: number }) => status;

    const asked = await Promise.all([makeKey(as), makeKey(as), makeKey(as)]);
    const made = asked.find(({ status }) => status === 201);

    expect(asked.map(statusOf).sort()).toEqual([201, 403, 403]);
    expect((await makeKey(as)).problem?.detail).toContain('one API key');
    if (made) {
      expect(await makeKey(withKey(made))).toMatchObject(problem(403));
      await endKey(as, made.body.id);
    }
    expect((await makeKey(as)).status).toBe(201);
  });

  // Threat: An unknown person gets in through a link that was sent to somebody else, or gets more than the right to read
  test('is not staff, even with an address of a staff domain', async () => {
    const { id } = await newOrganization();
    const address = `${crypto.randomUUID()}@${localStaffDomain}`;
    const { as } = await readerOf({ require_sign_in: true }, address);

    const headers = { ...as.headers, 'X-Service-Organization-Id': id };
    expect((await call.listOrganizationMembers({ as: null, headers })).status).toBe(403);
  });

  // Threat: An unknown person gets in through a link that was sent to somebody else, or gets more than the right to read
  test.for<{ where: string; to: () => Promise<string>; status: number }>([
    {
      where: 'one for other addresses',
      to: async () => (await governed({ allowed_emails: [someAddress()] })).at,
      status: 403,
    },
    {
      where: 'one that is not public',
      to: async () => (await governed({ require_sign_in: true }, 'organization')).at,
      status: 404,
    },
    {
      where: 'one that was deleted',
      to: async () => {
        const { id, at } = await governed({ require_sign_in: true });
        await call.deleteDocument({ path: { document_id: id } });
        return at;
      },
      status: 404,
    },
    {
      where: 'one that is shared with another address',
      to: async () => {
        const { id } = await upload({ fields: { access_level: 'private' } });
        await call.createDocumentShare({ path: { document_id: id }, json: { email: someAddress() } });
        return `/d/${id}`;
      },
      status: 404,
    },
    {
      where: 'one whose share has been withdrawn',
      to: async () => {
        const { id } = await upload({ fields: { access_level: 'private' } });
        const path = { document_id: id };
        const { body } = await call.createDocumentShare({ path, json: { email: someAddress() } });
        await call.deleteDocumentShare({ path: { ...path, share_id: body.id } });
        return `/d/${id}`;
      },
      status: 404,
    },
    { where: 'one that never was', to: async () => `/d/doc_${'0'.repeat(26)}`, status: 404 },
    { where: 'no document at all', to: async () => '/d/nothing', status: 404 },
  ])(
    'becomes a reader on the way to any document, and opens nothing by that: $where',
    async ({ to, status }) => {
      const [stranger, path] = [new Person(), await to()];

      expect(await signInWithCode(stranger, someAddress(), path)).toMatchObject({ status: 303 });

      expect((await open(stranger, path)).status).toBe(status);
      const { as } = sessionOf(stranger);
      expect((await call.getMe(as)).body.permissions).toEqual(['document#read']);
      expect((await call.listDocuments({ ...as, query: { shared_with_me: 'true' } })).body.items).toEqual([]);
    },
  );

  // Threat: An unknown person gets in through a link that was sent to somebody else, or gets more than the right to read
  test.for(['/login', '/app', '/docs', `/d/doc_${'0'.repeat(26)}?room=room_1`, '/d/'])(
    'gets no account on the way to %s',
    async (path) => {
      const stranger = new Person();

      const refusal = await signInWithCode(stranger, someAddress(), path);

      expect(refusal.status).toBe(403);
      expect(refusal.text).toContain('You have no account here');
      expect(stranger.cookie(base_url, 'session')).toBeUndefined();
    },
  );

  // Threat: A stranger learns which documents exist by asking for access
  test('asks for access on the page that does not open, and a share lets them in', async () => {
    const [stranger, address] = [new Person(), someAddress()];
    const { id: document_id } = await upload({ fields: { access_level: 'private' } });
    const [path, at] = [{ document_id }, `/d/${document_id}`];
    await signInWithCode(stranger, address, at);
    expect((await open(stranger, at)).text).toContain(`This link does not open for ${address}.`);

    expect((await stranger.submit(`${base_url}${at}/access`, {})).text).toContain(
      'You have asked for access',
    );

    const requests = async () => (await call.listDocumentAccessRequests({ path })).body.items;
    const [asked] = await vi.waitUntil(async () => {
      const items = await requests();
      return items.length > 0 && items;
    }, 20_000);
    expect(asked).toMatchObject({ email: address });
    await call.createDocumentShare({ path, json: { email: address, send_mail: false } });
    expect(await requests()).toEqual([]);
    expect((await open(stranger, at)).status).toBe(200);
    const gone = { ...path, request_id: asked?.id ?? 'acr_' } as const;
    expect(await call.deleteDocumentAccessRequest({ path: gone })).toMatchObject(
      refused('resource_not_found', 'request_id'),
    );
  });
});
