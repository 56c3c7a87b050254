import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { apiKeys, upload } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { expectHead } from '../support/heads.ts';
import { invite } from '../support/invitations.ts';
import { openPage } from '../support/openPage.ts';
import { base_url, membersOf, pathPrefix, session_cookies, user_ids } from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

const memberEmail = (await membersOf()).find(({ user_id }) => user_id === user_ids.member)?.email ?? '';
const asMember = { Cookie: session_cookies.member };

/** The headers that can differ between two equal answers. */
const varying = new Set([
  'date',
  // The page is compressed and contains the requested address, so its length differs.
  'content-length',
  'x-request-id',
  'x-amz-request-id',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-amz-apigw-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/** Returns the answer without the requested address, which is shown, in a link back to it, and in a form for its document. */
const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof openPage>>) =>
  JSON.stringify({
    status,
    headers: [...headers].filter(([name]) => !varying.has(name)),
    text: text.replace(/<p class="address">[^<]*/, '').replace(/action="[^"]*\/access"/, ''),
  }).replace(/return_to=[^"&\\]*/g, 'return_to=');

const signInAt = (path: string) => `${base_url}/sign-in?return_to=${encodeURIComponent(path)}`;
const nobodys = `doc_${'0'.repeat(26)}`;

// Threat: A visitor without a session finds out which documents and invitations exist
test('a browser without a session is led to one page, whether a document or an invitation exists or not', async () => {
  const { id } = await upload({ fields: { access_level: 'private' } });
  const shared = await upload({ fields: { access_level: 'organization' } });
  const { url } = (await invite((await newOrganization()).headers)).body;
  const paths = [
    `/d/${id}`,
    `/d/${id}?file=attachment`,
    `/d/${id}/versions/ver_${'0'.repeat(26)}/pages/1`,
    `/d/${shared.id}`,
    `/d/${nobodys}`,
    '/d/nonsense',
    url.slice(base_url.length),
    `${url.slice(base_url.length, -4)}AAAA`,
  ];
  const answers = await Promise.all(paths.map((path) => openPage(path)));
  const pages = await Promise.all(answers.map(({ headers }) => openPage(headers.get('location') ?? '')));

  expect(answers.map(({ status, text }) => [status, text])).toEqual(paths.map(() => [303, '']));
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(paths.map(signInAt));
  expect(new Set(answers.slice(0, 6).map(comparable)).size).toBe(1);
  expect(new Set(pages.map(comparable)).size).toBe(1);
  expect(pages[0]?.status).toBe(200);
});

describe('the page that asks to sign in', () => {
  test('has the reason, and one button, which leads back after the sign-in', async () => {
    const path = `/d/${nobodys}?file=attachment`;
    const { status, text } = await openPage(signInAt(path));

    expect(status).toBe(200);
    expect(text).toContain(
      'Somebody shared a document with you, or invited you. Sign in with the address it was sent to.',
    );
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect([...main.matchAll(/<(?:a|button|form)\b[^>]*>/g)].map(([tag]) => tag)).toEqual([
      `<a class="button primary" href="${pathPrefix}/login?return_to=${encodeURIComponent(path)}">`,
    ]);
    expect((await openPage(signInAt('/r/x'))).text).toContain('Somebody invited you to a room.');
    await expectHead(signInAt('/d/x'), { Accept: 'text/html', ...asMember });
  });

  // Threat: A sign-in redirects to another site
  test.for(['//evil.example', '"><script>alert(1)</script>', '/sign-in'])(
    'does not lead to another site or to itself: return_to=%s',
    async (returnTo) => {
      const { status, text } = await openPage(signInAt(returnTo));

      expect(status).toBe(200);
      expect(text).toContain(`href="${pathPrefix}/login?return_to=%2Flogin"`);
      expect(text).not.toMatch(/evil\.example|alert\(1\)/);
    },
  );
});

test('a person who is signed in gets the same page for a document that they may not read and for none', async () => {
  const { id } = await upload({ fields: { access_level: 'private' } });
  const elsewhere = await upload({ as: 'outsider', fields: { access_level: 'organization' } });
  const version = `/versions/ver_${'0'.repeat(26)}`;
  const paths = [`/d/${nobodys}`, `/d/${id}`, `/d/${elsewhere.id}`, '/d/nonsense', `/d/${id}${version}`];

  const answers = await Promise.all(paths.map((path) => openPage(path, asMember)));

  expect(answers[0]).toMatchObject({ status: 404, text: expect.stringContaining('This link does not open') });
  expect(new Set(answers.map(comparable)).size).toBe(1);
});

test('a refusal shows who is signed in, and offers to sign in with another address', async () => {
  const { id } = await upload({ fields: { access_level: 'private' } });
  const { url } = (await invite((await newOrganization()).headers)).body;
  const internal = { access_level: 'organization' };
  const others = await governed({ allowed_emails: ['somebody@guests.example'] }, internal);
  const pictures = await governed({ view_only: true }, internal);

  for (const [path, status] of [
    [`/d/${id}`, 404],
    ['/d/nonsense', 404],
    [others.at, 403],
    [`${pictures.at}?file=attachment`, 403],
    [url.slice(base_url.length), 403],
    [`${url.slice(base_url.length, -4)}AAAA`, 404],
  ] as const) {
    const answer = await openPage(path, asMember);

    expect(answer.status, path).toBe(status);
    for (const text of [memberEmail, 'Sign in with another address', 'Sign out</button>'])
      expect(answer.text).toContain(text);
    expect(answer.text).toContain(`/login?return_to=${encodeURIComponent(path)}&amp;prompt=login"`);
  }
});

// Threat: A page tells outsiders the names of an organization's policies
test.for<{ of: string; rules: Rules }>([
  { of: 'a page with its facts', rules: {} },
  { of: 'a refusal', rules: { allowed_emails: ['somebody@guests.example'] } },
  { of: 'an end of reading', rules: { expires_at: '2026-01-31T09:30:00Z' } },
  { of: 'pictures', rules: { view_only: true } },
])('$of shows the name of its policy to members of the organization only', async ({ rules }) => {
  const { at, policy } = await governed(rules);
  const asKey = (actor: keyof typeof apiKeys) => ({ Authorization: `Bearer ${apiKeys[actor]}` });
  expect((await openPage(at, asKey('member'))).text).toContain(policy.name);

  for (const headers of [{}, asKey('outsider'), asKey('newcomer')])
    for (const path of [at, `${at}?file=inline`])
      expect((await openPage(path, headers)).text).not.toContain(policy.name);
});
