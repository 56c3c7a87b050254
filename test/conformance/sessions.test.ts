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

const { origin, protocol, host } = new URL(base_url);
const [cookieName] = session_cookies.owner.split('=');

describe('a signed-in person', () => {
  test.for(['owner', 'member'] as const)(
    'makes changes from the service’s own pages: the %s',
    async (session) => {
      const form = uploadForm({ title: 'From a browser', access_level: 'private' }, await makePdf());

      const created = await call.createDocument({ session, headers: sameOrigin, form });
      const path = { document_id: created.body.id };
      const json = { title: 'Renamed in a browser' };
      const updated = await call.updateDocument({ session, headers: sameOrigin, path, json });

      expect(created.body.created_by.id).toBe(user_ids[session].replace('usr_', 'user_'));
      expect(updated.body.title).toBe('Renamed in a browser');
      expect((await call.getDocument({ as: session, path })).body.title).toBe('Renamed in a browser');
    },
  );
});

const document = await upload();

describe('a change that does not come from the service’s own pages is refused', () => {
  // Threat: Another site acts with a person's cookie (CSRF)
  test.for([
    ['nowhere', undefined],
    ['another site', 'https://evil.example'],
    ['a site whose name begins like this one', `${origin}.evil.example`],
    ['a site that has this one as its user', `${protocol}//${host}@evil.example`],
  ] as const)('from %s', async ([, from]) => {
    const headers: Record<string, string> = from === undefined ? {} : { Origin: from };
    const session = 'owner';
    const path = { document_id: document.id };

    const update = await call.updateDocument({ session, headers, path, json: { title: 'Taken over' } });
    const setRole = await withoutChange(() =>
      call.updateMemberRole({
        session,
        headers,
        path: { user_id: user_ids.member },
        json: { role: 'owner' },
      }),
    );
    const create = await call.createOrganization({ session, headers, json: { name: 'Cross-site' } });

    expect(update).toMatchObject(refused('insufficient_permissions'));
    expect(setRole).toMatchObject(problem(403));
    expect(create).toMatchObject(problem(403));
    expect((await call.getDocument({ path })).body.title).toBe(document.title);
  });
});

describe('a cookie without a valid session', () => {
  const token = session_cookies.owner.slice(session_cookies.owner.indexOf('=') + 1);

  test.for([
    ['garbage', 'garbage'],
    ['an altered token', `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['an API key', apiKeys.owner],
  ] as const)('is refused if it has %s', async ([, value]) => {
    const headers = { Cookie: `${cookieName}=${value}` };

    const documents = await call.listDocuments({ as: null, headers });
    const members = await call.listOrganizationMembers({ as: null, headers });
    const change = await call.createOrganization({
      as: null,
      headers: { ...headers, ...sameOrigin },
      json: { name: 'N' },
    });

    expect(documents).toMatchObject({
      status: 401,
      error: { type: 'authentication_error', code: 'invalid_session', param: null, retry_after: null },
    });
    expect(members).toMatchObject(problem(401));
    expect(change).toMatchObject(problem(401));
  });

  test.for([
    ['another name', `other=${token}`],
    ['a name that ends like it', `x${cookieName}=${token}`],
    ['an empty value', `${cookieName}=`],
  ] as const)('is ignored if it has %s', async ([, Cookie]) => {
    const answer = await call.listDocuments({ as: null, headers: { Cookie } });

    expect(answer).toMatchObject(refused('missing_api_key'));
  });
});

describe('an API key takes precedence over a cookie', () => {
  test('and its owner needs no Origin for a change', async () => {
    const outsider = await call.listOrganizationMembers({ as: 'outsider', session: 'owner' });
    const form = uploadForm({ title: 'With a key', access_level: 'private' }, await makePdf());
    const created = await call.createDocument({ as: 'member', session: 'owner', form });

    expect(outsider.body.items).toEqual(await membersOf('outsider'));
    expect(created.body.created_by.id).toBe(user_ids.member.replace('usr_', 'user_'));
  });

  test('and a wrong one is refused, even if the cookie is valid', async () => {
    const headers = { Authorization: 'Bearer dgs_test_wrong' };

    const documents = await call.listDocuments({ session: 'owner', headers });
    const members = await call.listOrganizationMembers({ session: 'owner', headers });

    expect(documents).toMatchObject(refused('invalid_api_key'));
    expect(members).toMatchObject(problem(401));
  });

  test.for(['Basic b3duZXI6', 'AWS4-HMAC-SHA256 Credential=x'])(
    'but another authentication scheme does not: %s',
    async (value) => {
      const headers = { Authorization: value };

      expect((await call.listDocuments({ session: 'owner', headers })).status).toBe(200);
      expect(
        await call.listDocuments({ session: 'owner', headers: { ...headers, Cookie: 'x=y' } }),
      ).toMatchObject(refused('missing_api_key'));
    },
  );
});
