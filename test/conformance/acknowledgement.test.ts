import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../shared/contract/errors.ts';
import { apiKeys } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { base_url, sameOrigin, session_cookies } from '../support/organizations.ts';
import { change } from '../support/policies.ts';

const text = `You will keep this to yourself.\n<b>${crypto.randomUUID()}</b>`;
const other = 'And tell nobody where you have it from.';

const asking = (access_level = 'public') => governed({ acknowledgement: text }, { access_level });

type Headers = Record<string, string>;
const get = (path: string, headers: Headers = {}) =>
  fetch(base_url + path, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
const post = (path: string, headers: Headers = {}) =>
  fetch(new URL(path, base_url), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...sameOrigin, ...headers },
  });

/** Sends the form of a page as a browser does. Returns the answer and the cookies that it sets. */
async function accept(page: Response, headers: Headers = {}) {
  const [, action = ''] =
    /<form method="post" action="(\/[^"]*\/acknowledgement[^"]*)"/.exec(await page.text()) ?? [];
  const response = await post(action.replaceAll('&amp;', '&'), headers);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { response, cookies };
}

const asMember = { Cookie: session_cookies.member };
const keyOf = (as: keyof typeof apiKeys) => ({ Authorization: `Bearer ${apiKeys[as]}` });

test.for<[who: string, headers: Headers]>([
  ['a member by session', asMember],
  ['a browser', {}],
])('%s accepts a text once, and gets the requested page', async ([, who]) => {
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
  expect((await get(at, { ...now, Accept: 'application/json' })).status).toBe(cookies.length > 0 ? 401 : 200);
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
  const form = await get(at, asMember);
  await change(policy.id, { rules: { acknowledgement: other } });

  const { response } = await accept(form, asMember);

  expect(response.status).toBe(303);
  const next = await get(at, asMember);
  expect(next.status).toBe(403);
  await accept(next, asMember);
  expect((await get(at, asMember)).status).toBe(200);
  await change(policy.id, { rules: { acknowledgement: text } });
  expect((await get(at, asMember)).status).toBe(403);
  await change(policy.id, { rules: { acknowledgement: other } });
  expect((await get(at, asMember)).status).toBe(200);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('an API key accepts no text, and reads after its owner has accepted', async () => {
  const { at, policy } = await asking();

  for (const as of ['member', 'outsider', 'service_account'] as const) {
    const { response, cookies } = await accept(await get(at), keyOf(as));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('An API key cannot accept a text. Sign in in a browser.');
    expect(cookies).toEqual([]);
    const refused = await get(at, { ...keyOf(as), Accept: 'application/json' });
    const { error } = z.parse(errorEnvelope, await refused.json());
    expect([refused.status, error.code]).toEqual([403, 'insufficient_permissions']);
    if (as === 'member') expect(error.message).toContain(policy.name);
    expect(error.message).toContain('service_url');
  }
  await accept(await get(at, asMember), asMember);

  expect((await get(at, keyOf('member'))).status).toBe(200);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('a text cannot be accepted from another site, on another page, or by visitors who may not read', async () => {
  const { at } = await asking();
  const elsewhere = await accept(await get(at), { Origin: 'https://evil.example' });
  expect(elsewhere.response.status).toBe(403);
  expect(elsewhere.cookies).toEqual([]);

  const page = `${base_url}${at}/acknowledgement`;
  const away = await post(`${page}?return_to=https://evil.example/`);
  expect(away.headers.get('location')).toBe(base_url + at);

  const internal = `${base_url}${(await asking('organization')).at}/acknowledgement`;
  expect((await post(internal)).status).toBe(401);
  for (const who of ['member', 'owner'] as const)
    expect((await post(internal, { Cookie: session_cookies[who] })).status).toBe(303);
  const hidden = await asking('private');
  expect((await post(`${base_url}${hidden.at}/acknowledgement`, asMember)).status).toBe(404);
});
