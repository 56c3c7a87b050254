import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../shared/contract/errors.ts';
import { apiKeys, readyDocument, uniqueTitle } from '../support/documents.ts';
import { base_url, sameOrigin, session_cookies } from '../support/organizations.ts';
import { addPolicy, attach, change } from '../support/policies.ts';

const text = `You will keep this to yourself.\n<b>${crypto.randomUUID()}</b>`;
const other = 'And tell nobody where you have it from.';

async function asking(access_level = 'public') {
  const title = uniqueTitle('Asking');
  const { document_id, version_id } = await readyDocument({ fields: { access_level, title } });
  const policy = await addPolicy(undefined, {}, { acknowledgement: text });
  await attach(document_id, policy.id);
  return {
    title,
    document_id,
    policy,
    at: `/d/${document_id}`,
    version: `/d/${document_id}/versions/${version_id}`,
  };
}

type Headers = Record<string, string>;
const get = (path: string, headers: Headers = {}) =>
  fetch(base_url + path, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });

/** Sends the form of a page as a browser does. Returns the answer and the cookies that it sets. */
async function accept(page: Response, headers: Headers = {}) {
  const [, action = ''] =
    /<form method="post" action="(\/[^"]*\/acknowledgement[^"]*)"/.exec(await page.text()) ?? [];
  const path = action.replaceAll('&amp;', '&');
  const response = await fetch(new URL(path, base_url), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...sameOrigin, ...headers },
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { response, cookies };
}

const whoIs: Record<string, Headers> = {
  'a member by session': { Cookie: session_cookies.member },
  'a browser': {},
};

describe.for(Object.entries(whoIs))('%s', { concurrent: true }, ([, who]) => {
  test('accepts a text once, and gets the requested page', async () => {
    const { title, policy, at, version } = await asking();
    const form = await get(`${version}?file=attachment`, who);
    const shown = await form.clone().text();

    expect(form.status).toBe(403);
    expect(shown).toContain('Before you read this document');
    expect(shown).toContain('keep this to yourself.\n&lt;b&gt;');
    // Only members of the organization see the names of its policies.
    expect(shown.includes(policy.name)).toBe(who.Cookie !== undefined);
    expect(shown).toContain(title);
    const { response, cookies } = await accept(form, who);

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${base_url}${version}?file=attachment`);
    const now = cookies.length > 0 ? { Cookie: cookies.join('; ') } : who;
    for (const path of [at, version]) expect((await get(path, now)).status).toBe(200);
    expect((await get(`${at}?file=inline`, now)).headers.get('location')).toContain('payloads');
    expect((await get(at, { ...now, Accept: 'application/json' })).status).toBe(
      cookies.length > 0 ? 401 : 200,
    );
  });
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('only the browser that accepted may read, and its cookie does not identify the person', async () => {
  const { at } = await asking();
  const { response, cookies } = await accept(await get(at));

  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^(__Host-)?reader=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax/),
  ]);
  for (const Cookie of ['', `${cookies[0]?.slice(0, -1)}_`, 'reader=x'])
    expect((await get(at, { Cookie })).status, Cookie).toBe(403);
  const again = await get((await asking()).at, { Cookie: cookies.join('; ') });
  const second = await accept(again, { Cookie: cookies.join('; ') });
  expect(second.response.status).toBe(303);
  expect(second.cookies).toEqual([]);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('a changed text must be accepted again, and only shown texts are accepted', async () => {
  const { at, policy } = await asking();
  const who = { Cookie: session_cookies.member };
  const form = await get(at, who);
  await change(policy.id, { rules: { acknowledgement: other } });

  const { response } = await accept(form, who);

  expect(response.status).toBe(303);
  const next = await get(at, who);
  expect(next.status).toBe(403);
  await accept(next, who);
  expect((await get(at, who)).status).toBe(200);
  await change(policy.id, { rules: { acknowledgement: text } });
  expect((await get(at, who)).status).toBe(403);
  await change(policy.id, { rules: { acknowledgement: other } });
  expect((await get(at, who)).status).toBe(200);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test.for(['owner', 'outsider', 'service_account'] as const)('an API key accepts no text: %s', async (as) => {
  const { at } = await asking();
  const key = { Authorization: `Bearer ${apiKeys[as]}` };

  const { response, cookies } = await accept(await get(at), key);

  expect(response.status).toBe(403);
  expect(await response.text()).toContain('An API key cannot accept a text. Sign in in a browser.');
  expect(cookies).toEqual([]);
  expect((await get(at, { ...key, Accept: 'application/json' })).status).toBe(as === 'owner' ? 200 : 403);
});

test('a key reads after its owner has accepted', async () => {
  const { at } = await asking();
  const [session, key] = [{ Cookie: session_cookies.member }, { Authorization: `Bearer ${apiKeys.member}` }];
  expect((await get(at, key)).status).toBe(403);

  await accept(await get(at, session), session);

  expect((await get(at, key)).status).toBe(200);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('a text cannot be accepted from another site, on another page, or by visitors who may not read', async () => {
  const { at } = await asking();
  const form = await get(at);
  const elsewhere = await accept(form.clone(), { Origin: 'https://evil.example' });
  expect(elsewhere.response.status).toBe(403);
  expect(elsewhere.cookies).toEqual([]);

  const away = await fetch(`${base_url}${at}/acknowledgement?return_to=https://evil.example/`, {
    method: 'POST',
    redirect: 'manual',
    headers: sameOrigin,
  });
  expect(away.headers.get('location')).toBe(base_url + at);

  const shared = await asking('organization');
  const post = (headers: Headers) =>
    fetch(`${base_url}${shared.at}/acknowledgement`, { method: 'POST', redirect: 'manual', headers });
  expect((await post(sameOrigin)).status).toBe(401);
  const session = (who: 'member' | 'owner') => post({ ...sameOrigin, Cookie: session_cookies[who] });
  expect((await session('member')).status).toBe(303);
  expect((await session('owner')).status).toBe(303);
  const hidden = await asking('private');
  const path = `${base_url}${hidden.at}/acknowledgement`;
  const headers = { ...sameOrigin, Cookie: session_cookies.member };
  expect((await fetch(path, { method: 'POST', redirect: 'manual', headers })).status).toBe(404);
});

test('a text cannot be accepted by readers who are not allowed', async () => {
  const { at, policy } = await asking();
  const as = { Cookie: session_cookies.member };
  const form = await get(at, as);
  await change(policy.id, { rules: { acknowledgement: text, allowed_emails: ['nobody@example.com'] } });

  const { response } = await accept(form, as);

  expect(response.status).toBe(403);
  expect(await response.text()).toContain('This document is for other readers');
  await change(policy.id, { rules: { acknowledgement: text } });
  expect(await (await get(at, as)).text()).toContain('Before you read this document');
});

test('in JSON, the error has the address for accepting', async () => {
  const { at, policy } = await asking();

  const response = await get(at, { Authorization: `Bearer ${apiKeys.member}`, Accept: 'application/json' });

  const { error } = z.parse(errorEnvelope, await response.json());
  expect(error.code).toBe('insufficient_permissions');
  expect(error.message).toContain(policy.name);
  expect(error.message).toContain('service_url');
});
