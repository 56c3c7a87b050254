import { describe, expect, test, vi } from 'vitest';
import { localStaffDomain } from '../../infra/local/people.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { endKey, makeKey, withKey } from '../support/apiKeys.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { invite, someAddress } from '../support/invitations.ts';
import { problem } from '../support/organizations.ts';
import { followToProvider, Person } from '../support/person.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { sessionOf } from '../support/signedIn.ts';
import { base_url, isCallback, noLocalProvider, signInWithCode } from '../support/signIn.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { newOrganization } from '../support/webhooks.ts';

/** Makes a document with a policy. Pages of a document do not need that it is ready. */
async function ruled(rules: Rules, access_level = 'public') {
  const title = uniqueTitle('For readers');
  const { id } = await upload({ fields: { title, access_level } });
  await attach(id, (await addPolicy(undefined, {}, rules)).id);
  return { id, title, at: `/d/${id}` };
}

/** Makes a private document, and shares it with an address. */
async function shared(email: string, access_level = 'private') {
  const { id: document_id, title } = await upload({ fields: { title: uniqueTitle('Shared'), access_level } });
  const { body } = await call.createDocumentShare({ path: { document_id }, json: { email } });
  return {
    title,
    url: body.url,
    at: `/d/${document_id}`,
    withdraw: () => call.deleteDocumentShare({ path: { document_id, share_id: body.id } }),
  };
}

const html = { headers: { Accept: 'text/html' } };
const open = (reader: Person, path: string) => reader.go(base_url + path, html);

/** Signs a new person in on the way to a public document for everybody who is signed in. */
async function newReader(address = someAddress()) {
  const reader = new Person();
  const document = await ruled({ require_sign_in: true });
  const back = await signInWithCode(reader, address, document.at);
  expect(back).toMatchObject({ status: 303, location: base_url + document.at });
  return { reader, address, as: sessionOf(reader).as };
}

describe.skipIf(noLocalProvider)('a person without an account', () => {
  test('reads documents for their address after proving it by a code, and no others', async () => {
    const address = someAddress();
    const { at, title } = await ruled({ allowed_emails: [address.toUpperCase()] });
    const reader = new Person();

    const form = await followToProvider(reader, await open(reader, at), isCallback);
    const asked = await reader.submit(form.url, { address });
    const wrong = await reader.submit(form.url, { address, code: '1234' });
    expect(wrong.text).toContain('The code is wrong.');
    const [, code = ''] = /<code>(\d{8})<\/code>/.exec(asked.text) ?? [];
    const proved = await reader.follow(await reader.submit(form.url, { address, code }), isCallback);
    const back = await reader.go(proved.location ?? '');

    expect(back).toMatchObject({ status: 303, location: base_url + at });
    const page = await open(reader, at);
    expect(page.status).toBe(200);
    for (const text of [title, address.split('@')[0]]) expect(page.text).toContain(text);
    const others = await ruled({ allowed_emails: [someAddress()] });
    const internal = await ruled({ require_sign_in: true }, 'organization');
    expect([(await open(reader, others.at)).status, (await open(reader, internal.at)).status]).toEqual([
      403, 404,
    ]);
  });

  // Threat: A share opens more than one document to one person, or goes on after its end
  test.for(['private', 'public'] as const)(
    'reads a %s document that is shared with them, until the share is withdrawn',
    async (access_level) => {
      const [reader, address] = [new Person(), someAddress()];
      const { at, url, title, withdraw } = await shared(address, access_level);

      const back = await signInWithCode(reader, address, at);

      expect(back).toMatchObject({ status: 303, location: url });
      expect((await open(reader, at)).text).toContain(title);
      await withdraw();
      expect((await open(reader, at)).status).toBe(access_level === 'public' ? 200 : 404);
    },
  );

  // Threat: An unknown person gets in through a link that was sent to somebody else, or gets more than the right to read
  test('may only read, is not staff by their address, and gets the rights of a member when they join', async () => {
    const { reader, address, as } = await newReader(`${crypto.randomUUID()}@${localStaffDomain}`);
    const { id, headers } = await newOrganization();

    const { body: me } = await call.getMe(as);
    expect(me).toMatchObject({ organization_id: null, role: null, organizations: [] });
    expect(me.permissions).toEqual(['document#read']);
    expect((await call.listDocuments(as)).body.items).toEqual([]);
    const form = uploadForm({ title: 'Mine' }, await makePdf());
    const statuses = [
      await call.createDocument({ ...as, form }),
      await call.createUpload({ ...as, json: { size_bytes: 1 } }),
      await call.createOrganization({ ...as, json: { name: 'Mine' } }),
      await call.listOrganizationMembers(as),
      await call.listOrganizationMembers({ ...as, headers: { ...as.headers, ...headers } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(Array(5).fill(403));
    const key = await call.createApiKey({ ...as, json: { name: 'Mine' } });
    expect(key.body.permissions).toEqual(['document#read']);

    const { url } = (await invite(headers, { email: address })).body;
    await reader.go(url, { method: 'POST', headers: { Origin: new URL(base_url).origin } });

    const joined = (await call.getMe(as)).body;
    expect(joined).toMatchObject({ organization_id: id, role: 'member' });
    expect(joined.permissions).toContain('document#write');
  });

  // Threat: A person multiplies the rate limit with many keys
  test('has one API key at a time, also with many requests at the same time', async () => {
    const { as } = await newReader();
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
  test.for<[where: string, to: () => Promise<{ at: string }>, status: number]>([
    ['for other addresses', () => ruled({ allowed_emails: [someAddress()] }), 403],
    ['that is not public', () => ruled({ require_sign_in: true }, 'organization'), 404],
    ['that is shared with another address', () => shared(someAddress()), 404],
    ['that never was', async () => ({ at: `/d/doc_${'0'.repeat(26)}` }), 404],
  ])(
    'becomes a reader on the way to any document, and opens nothing by that: one %s',
    async ([, to, status]) => {
      const [stranger, { at }] = [new Person(), await to()];

      expect(await signInWithCode(stranger, someAddress(), at)).toMatchObject({ status: 303 });

      expect((await open(stranger, at)).status).toBe(status);
      const { as } = sessionOf(stranger);
      expect((await call.getMe(as)).body.permissions).toEqual(['document#read']);
      expect((await call.listDocuments({ ...as, query: { shared_with_me: 'true' } })).body.items).toEqual([]);
    },
  );

  // Threat: An unknown person gets in through a link that was sent to somebody else, or gets more than the right to read
  test.for(['/app', '/docs', `/d/doc_${'0'.repeat(26)}?room=room_1`])(
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
