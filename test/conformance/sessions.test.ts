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
  test.for(['owner', 'member'] as const)('reads with the rights of the %s', async (session) => {
    const members = await call.listOrganizationMembers({ session });
    const documents = await call.listDocuments({ session, query: { limit: '1' } });

    expect(members.body.items).toEqual(await membersOf(session));
    expect(documents.status).toBe(200);
  });

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

  test('has the rights of their role and no others', async () => {
    const request = { headers: sameOrigin, path: { user_id: user_ids.member }, json: { role: 'member' } };

    expect((await call.updateMemberRole({ ...request, session: 'owner' })).status).toBe(204);
    expect(await call.updateMemberRole({ ...request, session: 'member' })).toMatchObject(problem(403));
  });

  test('reads from every origin, but other sites cannot see the answer', async () => {
    const headers = { Origin: 'https://evil.example' };

    const answer = await call.listDocuments({ session: 'owner', headers });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a change that does not come from the service’s own pages is refused', () => {
  // Threat: Another site acts with a person's cookie (CSRF)
  test.for([
    ['nowhere', undefined],
    ['an opaque origin', 'null'],
    ['an empty origin', ''],
    ['another site', 'https://evil.example'],
    ['a site whose name begins like this one', `${origin}.evil.example`],
    ['a site that has this one as its user', `${protocol}//${host}@evil.example`],
    ['another port', `${protocol}//${new URL(base_url).hostname}:1`],
    ['another scheme', origin.replace(/^https?/, protocol === 'https:' ? 'http' : 'https')],
    ['a path', `${origin}/`],
    ['two origins', `${origin} https://evil.example`],
  ] as const)('from %s', async ([, from]) => {
    const headers: Record<string, string> = from === undefined ? {} : { Origin: from };
    const session = 'owner';
    const document = await upload();
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

  test('with a Referer only', async () => {
    const headers = { Referer: `${origin}/`, 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-Host': host };

    const answer = await call.createOrganization({ session: 'owner', headers, json: { name: 'N' } });

    expect(answer).toMatchObject(problem(403));
  });
});

describe('a cookie without a valid session', () => {
  const token = session_cookies.owner.slice(session_cookies.owner.indexOf('=') + 1);

  test.for([
    ['garbage', 'garbage'],
    ['an altered token', `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['half a token', token.slice(0, 20)],
    ['a token and more', `${token}x`],
    ['an API key', apiKeys.owner],
    ['quotes', `"${token}"`],
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
    ['a name that begins like it', `${cookieName}2=${token}`],
    ['an empty value', `${cookieName}=`],
    ['no value', `${cookieName}`],
  ] as const)('is ignored if it has %s', async ([, Cookie]) => {
    const answer = await call.listDocuments({ as: null, headers: { Cookie } });

    expect(answer).toMatchObject(refused('missing_api_key'));
  });

  test.for([
    ['before it', `theme=dark; ${session_cookies.owner}`],
    ['after it', `${session_cookies.owner}; theme=dark; a=b=c`],
    ['around it, without spaces', `a=1;${session_cookies.owner};b=2`],
  ] as const)('is valid beside other cookies: %s', async ([, Cookie]) => {
    expect((await call.listDocuments({ as: null, headers: { Cookie } })).status).toBe(200);
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

  test('and so does the scheme of a key without a key', async () => {
    const headers = { Authorization: 'bearer' };

    expect(await call.listDocuments({ session: 'owner', headers })).toMatchObject(refused('missing_api_key'));
  });

  test.for(['Basic b3duZXI6', 'Negotiate', 'Bearers x', 'AWS4-HMAC-SHA256 Credential=x'])(
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
