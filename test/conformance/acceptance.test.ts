import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../shared/contract/errors.ts';
import { momentInWords } from '../../shared/words/words.ts';
import { acceptOn, openAs } from '../support/acceptance.ts';
import { readingsOf } from '../support/activity.ts';
import { apiKeys } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { base_url, sameOrigin, session_cookies } from '../support/organizations.ts';
import { change } from '../support/policies.ts';

const text = `You will keep this to yourself.\n<b>${crypto.randomUUID()}</b>`;
const other = 'And tell nobody where you have it from.';

const asking = (access_level = 'public') => governed({ acknowledgement: text }, { access_level });

type Headers = Record<string, string>;
const post = (path: string, headers: Headers = {}) =>
  fetch(new URL(path, base_url), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...sameOrigin, ...headers },
  });

const keyOf = (as: keyof typeof apiKeys) => ({ Authorization: `Bearer ${apiKeys[as]}` });

test.for<[who: string, headers: Headers]>([
  ['a member by session', { Cookie: session_cookies.member }],
  ['a browser', {}],
])('%s accepts a text once, and gets the requested page', async ([, who]) => {
  const { title, policy, at, version } = await asking();
  const form = await openAs(who, `${version}?file=attachment`);
  const shown = await form.clone().text();

  expect(form.status).toBe(403);
  expect(shown).toContain('Before you read this document');
  expect(shown).toContain('keep this to yourself.\n&lt;b&gt;');
  // Only members of the organization see the names of its policies.
  expect(shown.includes(policy.name)).toBe(who.Cookie !== undefined);
  expect(shown).toContain(title);
  const { response, cookies } = await acceptOn(form, who);

  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${base_url}${version}?file=attachment`);
  const now = cookies.length > 0 ? { Cookie: cookies.join('; ') } : who;
  for (const path of [at, version]) expect((await openAs(now, path)).status).toBe(200);
  expect((await openAs(now, `${at}?file=inline`)).headers.get('location')).toContain('payloads');
  expect((await openAs({ ...now, Accept: 'application/json' }, at)).status).toBe(
    cookies.length > 0 ? 401 : 200,
  );
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('only the browser that accepted may read, and its cookie does not identify the person', async () => {
  const { at } = await asking();
  const { response, cookies } = await acceptOn(await openAs(null, at), null);

  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^(__Host-)?reader=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax/),
  ]);
  for (const Cookie of ['', `${cookies[0]?.slice(0, -1)}_`, 'reader=x'])
    expect((await openAs({ Cookie }, at)).status, Cookie).toBe(403);
  const again = await openAs({ Cookie: cookies.join('; ') }, (await asking()).at);
  const second = await acceptOn(again, { Cookie: cookies.join('; ') });
  expect(second.response.status).toBe(303);
  expect(second.cookies).toEqual([]);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('a changed text must be accepted again, and only shown texts are accepted', async () => {
  const { at, policy } = await asking();
  const form = await openAs('member', at);
  await change(policy.id, { rules: { acknowledgement: other } });

  const { response } = await acceptOn(form, 'member');

  expect(response.status).toBe(303);
  const next = await openAs('member', at);
  expect(next.status).toBe(403);
  await acceptOn(next, 'member');
  expect((await openAs('member', at)).status).toBe(200);
  await change(policy.id, { rules: { acknowledgement: text } });
  expect((await openAs('member', at)).status).toBe(403);
  await change(policy.id, { rules: { acknowledgement: other } });
  expect((await openAs('member', at)).status).toBe(200);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('an API key accepts no text, and reads after its owner has accepted', async () => {
  const { at, policy } = await asking();

  for (const as of ['member', 'outsider', 'service_account'] as const) {
    const { response, cookies } = await acceptOn(await openAs(null, at), keyOf(as));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('An API key cannot accept a text. Sign in in a browser.');
    expect(cookies).toEqual([]);
    const refused = await openAs({ ...keyOf(as), Accept: 'application/json' }, at);
    const { error } = z.parse(errorEnvelope, await refused.json());
    expect([refused.status, error.code]).toEqual([403, 'insufficient_permissions']);
    if (as === 'member') expect(error.message).toContain(policy.name);
    expect(error.message).toContain('service_url');
  }
  await acceptOn(await openAs('member', at), 'member');

  expect((await openAs(keyOf('member'), at)).status).toBe(200);
});

// Threat: A text is accepted in another person's name, unseen, or from another site
test('a text cannot be accepted from another site, on another page, or by visitors who may not read', async () => {
  const { at } = await asking();
  const elsewhere = await acceptOn(await openAs(null, at), { Origin: 'https://evil.example' });
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
  expect(
    (await post(`${base_url}${hidden.at}/acknowledgement`, { Cookie: session_cookies.member })).status,
  ).toBe(404);
});

const textOf = async (page: Response | Promise<Response>) =>
  (await (await page).text()).replace(/<[^>]*>/g, '');
/** The date without the time, because a minute can end during the test. */
const today = momentInWords(new Date()).slice(0, -'12:34 UTC'.length);

async function askingOnce() {
  const text = `Keep it to yourself. ${crypto.randomUUID()}`;
  return { text, ...(await governed({ acknowledgement: text })) };
}

test.for(['member', null] as const)('a reader can decline, which stores nothing: %s', async (as) => {
  const { at, title, text, document_id } = await askingOnce();
  const form = await (await openAs(as, at)).text();
  expect(form).toContain('<bdi>Acme Records</bdi> asks you to accept');
  const [, href = ''] = /<a [^>]*href="([^"]+)">Decline</.exec(form) ?? [];

  const declined = await openAs(as, href.replaceAll('&amp;', '&'));

  expect(declined.status).toBe(200);
  expect(declined.headers.getSetCookie()).toEqual([]);
  const shown = await textOf(declined);
  expect(shown).toContain('You did not accept');
  expect(shown).toContain(title);
  expect(shown.includes('Sign in with another address')).toBe(as !== null);
  expect((await openAs(as, at)).status).toBe(403);
  expect(await readingsOf(document_id)).toEqual([]);
  expect(await textOf(openAs('owner', `${at}?show=accepted`))).not.toContain(text);
});

test('readers see the texts that they accepted, and managers all of them, also replaced ones', async () => {
  const { at, text, title, policy } = await askingOnce();
  await acceptOn(await openAs('member', at), 'member');
  const browser = await acceptOn(await openAs(null, at), null);
  const later = `And show it to nobody. ${crypto.randomUUID()}`;
  const acceptedBy = (as: 'owner' | 'member' | null, cookies: readonly string[] = []) =>
    textOf(openAs(as, `${at}?show=accepted`, cookies));

  for (const shown of [await acceptedBy('member'), await acceptedBy(null, browser.cookies)]) {
    expect(shown).toContain(title);
    expect(shown).toContain(text);
    expect(shown).toContain(`You accepted this text on ${today}`);
    expect(shown).not.toContain('Accepted by');
  }
  const another = await acceptedBy(null);
  expect(another).toContain('You have not accepted a text');
  expect(another).not.toContain(text);
  await change(policy.id, { rules: { acknowledgement: later } });
  expect(await acceptedBy('member')).not.toContain(later);
  await acceptOn(await openAs('member', at), 'member');
  const managed = await acceptedBy('owner');
  for (const shown of [managed, await acceptedBy('member')])
    for (const accepted of [text, later]) expect(shown).toContain(accepted);
  expect(managed.match(/Accepted by Mia Member on/g)).toHaveLength(2);
  expect(managed.match(/Accepted by a visitor who was not signed in on/g)).toHaveLength(1);
  for (const as of ['owner', 'member'] as const)
    expect(await (await openAs(as, at)).text()).toContain('?show=accepted"');
});

test('a long list of acceptances has pages', async () => {
  const { at } = await askingOnce();
  const form = await openAs(null, at);
  await Promise.all(Array.from({ length: 51 }, () => acceptOn(form.clone(), null)));

  const rows: number[] = [];
  for (let next: string | undefined = `${at}?show=accepted`; next !== undefined; ) {
    const page: string = await (await openAs('owner', next)).text();
    rows.push(page.match(/Accepted by/g)?.length ?? 0);
    next = /href="([^"]+)">More acceptances</.exec(page)?.[1]?.replaceAll('&amp;', '&');
  }

  expect(rows).toEqual([50, 1]);
  expect(await textOf(openAs('owner', `${at}?show=accepted&accepted_after=nonsense`))).toContain(
    'Accepted by',
  );
});

test('a reader sees their acceptance after reading has ended, but only if they may open the document', async () => {
  const { at, text, policy } = await askingOnce();
  await acceptOn(await openAs('member', at), 'member');
  await change(policy.id, { rules: { acknowledgement: text, expires_at: '2026-01-31T09:30:00Z' } });

  const ended = await openAs('member', at);
  const accepted = await openAs('member', `${at}?show=accepted`);
  await change(policy.id, { rules: { acknowledgement: text, allowed_emails: ['nobody@example.com'] } });
  const refused = await openAs('member', `${at}?show=accepted`);

  expect(ended.status).toBe(403);
  expect(await textOf(ended)).toContain('Reading ended on 31 January 2026 at 09:30 UTC');
  expect(accepted.status).toBe(200);
  expect(await textOf(accepted)).toContain(text);
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain(text);
});

const rules = { acknowledgement: `Keep it to yourself. ${crypto.randomUUID()}` };

const typesOf = async (document_id: string) =>
  (await readingsOf(document_id)).map(({ type }) => type).toReversed();

test('a preview stores no acceptance, and is recorded as a preview, and not as a reading', async () => {
  const { at, document_id, version_id } = await governed(rules);

  const form = await openAs('owner', `${at}?as=reader`);
  expect(form.status).toBe(403);
  expect(await form.clone().text()).toContain('Your preview stores no acceptance');
  const { response, cookies } = await acceptOn(form, 'owner');

  expect([response.status, cookies]).toEqual([303, []]);
  const next = response.headers.get('location') ?? '';
  const page = await openAs('owner', next);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('Back to your own view');
  const [, link = ''] = /href="([^"]+file=inline[^"]*)"/.exec(text) ?? [];
  for (const file of [link.replaceAll('&amp;', '&'), `${next}&file=attachment`])
    expect((await openAs('owner', file)).status).toBe(303);
  expect((await openAs('owner', `${at}?as=reader`)).status).toBe(403);
  const accepted = await (await openAs('owner', `${at}?show=accepted`)).text();
  expect(accepted).toContain('Nobody has accepted a text');
  expect(accepted).not.toContain(rules.acknowledgement);
  const entries = await readingsOf(document_id);
  const previews = entries.filter(({ type }) => type === 'previewed');
  expect(previews.length).toBeGreaterThanOrEqual(3);
  expect(previews.map((entry) => entry.version_id)).toEqual(previews.map(() => version_id));
  expect(previews.every(({ actor }) => actor !== null)).toBe(true);
  expect(entries.map(({ type }) => type)).not.toContain('acknowledged');
});

test('a preview that a policy refuses is recorded as a preview, and one without the right as a reading', async () => {
  const refusing = await governed({ allowed_emails: ['nobody@example.com'] });
  const { at, document_id } = await governed(rules);

  expect((await openAs('owner', `${refusing.at}?as=reader`)).status).toBe(403);
  await acceptOn(await openAs('member', `${at}?as=reader`), 'member');
  await openAs('member', `${at}?as=reader`);

  expect(await readingsOf(refusing.document_id)).toMatchObject([
    { type: 'previewed', policy_id: refusing.policy.id, details: { reason: 'not_allowed' } },
  ]);
  expect(await typesOf(document_id)).toEqual(['acknowledged', 'viewed']);
});
