import { describe, expect, test } from 'vitest';
import { apiKeys, call, upload } from '../support/documents.ts';
import {
  base_url,
  membersOf,
  problem,
  sameOrigin,
  session_cookies,
  user_ids,
  withoutChange,
} from '../support/organizations.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const key = apiKeys.owner;
const listWith = (headers: Record<string, string>) => call.listDocuments({ as: null, headers });

test.for(['Bearer', 'bEaReR'])('accepts the scheme %s', async (scheme) => {
  expect((await listWith({ Authorization: `${scheme} ${key}` })).status).toBe(200);
});

test.for([
  { what: 'an empty header', value: '' },
  { what: 'a scheme and nothing else', value: 'Bearer' },
  { what: 'a key without a scheme', value: key },
  { what: 'the scheme Basic', value: `Basic ${btoa(`${key}:`)}` },
  { what: 'a scheme joined to the key', value: `Bearer${key}` },
  {
    what: 'an AWS signature',
    value: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, Signature=0',
  },
])('is a missing key: $what', async ({ value }) => {
  expect(await listWith({ Authorization: value })).toMatchObject(refused('missing_api_key'));
});

test('ignores a key in the query string, and headers in which a client names a caller', async () => {
  const answers = [
    await call.listDocuments({ as: null, query: { api_key: key, Authorization: `Bearer ${key}` } }),
    await listWith({ 'x-amzn-principal-id': 'caller', 'X-User-Id': 'user_00000000000000000000000000' }),
  ];

  for (const answer of answers) expect(answer).toMatchObject(refused('missing_api_key'));
});

const { origin, protocol, host } = new URL(base_url);
const [cookieName] = session_cookies.owner.split('=');
const token = session_cookies.owner.slice(session_cookies.owner.indexOf('=') + 1);
const document = await upload();

test('a signed-in person makes changes from the service’s own pages, with the rights of their role', async () => {
  for (const session of ['owner', 'member'] as const) {
    const form = uploadForm({ title: 'From a browser', access_level: 'private' }, await makePdf());

    const created = await call.createDocument({ session, headers: sameOrigin, form });
    const path = { document_id: created.body.id };
    const json = { title: 'Renamed in a browser' };
    const updated = await call.updateDocument({ session, headers: sameOrigin, path, json });

    expect(created.body.created_by.id).toBe(user_ids[session].replace('usr_', 'user_'));
    expect(updated.body.title).toBe('Renamed in a browser');
    expect((await call.getDocument({ as: session, path })).body.title).toBe('Renamed in a browser');
  }
});

// Threat: Another site acts with a person's cookie (CSRF)
test.for([
  ['nowhere', {}],
  ['nowhere, with a Referer only', { Referer: `${origin}/`, 'Sec-Fetch-Site': 'same-origin' }],
  ['another site', { Origin: 'https://evil.example' }],
  ['an opaque origin', { Origin: 'null' }],
  ['a site whose name begins like this one', { Origin: `${origin}.evil.example` }],
  ['a site that has this one as its user', { Origin: `${protocol}//${host}@evil.example` }],
] as const)('a change from %s is refused', async ([, headers]) => {
  const session = 'owner';
  const path = { document_id: document.id };

  const update = await call.updateDocument({ session, headers, path, json: { title: 'Taken over' } });
  const json = { role: 'owner' };
  const setRole = await withoutChange(() =>
    call.updateMemberRole({ session, headers, path: { user_id: user_ids.member }, json }),
  );
  const create = await call.createOrganization({ session, headers, json: { name: 'Cross-site' } });

  expect(update).toMatchObject(refused('insufficient_permissions'));
  for (const answer of [setRole, create]) expect(answer).toMatchObject(problem(403));
  expect((await call.getDocument({ path })).body.title).toBe(document.title);
});

describe('a cookie without a valid session', () => {
  test.for([
    ['garbage', 'garbage'],
    ['an altered token', `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['an API key', apiKeys.owner],
  ] as const)('is refused if it has %s', async ([, value]) => {
    const headers = { Cookie: `${cookieName}=${value}` };

    const documents = await call.listDocuments({ as: null, headers });
    const members = await call.listOrganizationMembers({ as: null, headers });

    expect(documents).toMatchObject({
      status: 401,
      error: { type: 'authentication_error', code: 'invalid_session', param: null, retry_after: null },
    });
    expect(members).toMatchObject(problem(401));
  });

  test.for([`x${cookieName}=${token}`, `${cookieName}=`])('is ignored: %s', async (Cookie) => {
    const answer = await call.listDocuments({ as: null, headers: { Cookie } });

    expect(answer).toMatchObject(refused('missing_api_key'));
  });
});

test('an API key takes precedence over a cookie, also a wrong one, but no other authentication scheme does', async () => {
  const session = 'owner';
  const outsider = await call.listOrganizationMembers({ as: 'outsider', session });
  expect(outsider.body.items).toEqual(await membersOf('outsider'));
  const update = { session, path: { document_id: document.id }, json: {} } as const;
  expect((await call.updateDocument({ ...update, as: 'owner' })).status).toBe(200);

  const headers = { Authorization: 'Bearer dgs_test_wrong' };
  expect(await call.listDocuments({ session, headers })).toMatchObject(refused('invalid_api_key'));
  expect(await call.listOrganizationMembers({ session, headers })).toMatchObject(problem(401));
  for (const Authorization of ['Basic b3duZXI6', 'AWS4-HMAC-SHA256 Credential=x']) {
    expect((await call.listDocuments({ session, headers: { Authorization } })).status).toBe(200);
    expect(await call.listDocuments({ session, headers: { Authorization, Cookie: 'x=y' } })).toMatchObject(
      refused('missing_api_key'),
    );
  }
});
