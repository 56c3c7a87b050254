import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { Actor } from '../support/client.ts';
import { apiKeys, readyDocument } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { expectHead } from '../support/heads.ts';
import { invite } from '../support/invitations.ts';
import { base_url, membersOf, pathPrefix, session_cookies, user_ids } from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

const memberEmail = (await membersOf()).find(({ user_id }) => user_id === user_ids.member)?.email ?? '';
const asMember = { Cookie: session_cookies.member };
const asKey = (actor: Actor) => ({ Authorization: `Bearer ${apiKeys[actor]}` });

async function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const url = path.startsWith('http') ? path : base_url + path;
  const response = await fetch(url, {
    method,
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

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

/** Returns the answer without the requested address. */
const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof open>>) =>
  JSON.stringify({
    status,
    headers: [...headers].filter(([name]) => !varying.has(name)),
    text,
  }).replace(/return_to=[^"&\\]*/g, 'return_to=');

const signInAt = (path: string) => `${base_url}/sign-in?return_to=${encodeURIComponent(path)}`;
const nobodys = `doc_${'0'.repeat(26)}`;

// Threat: A visitor without a session finds out which documents and invitations exist
test('a browser without a session is led to one page, whether the document exists or not', async () => {
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'private' } });
  const shared = await readyDocument({ fields: { access_level: 'organization' } });
  const paths = [
    `/d/${document_id}`,
    `/d/${document_id}?file=attachment`,
    `/d/${document_id}/versions/${version_id}`,
    `/d/${document_id}/versions/${version_id}/pages/1`,
    `/d/${shared.document_id}`,
    `/d/${nobodys}`,
    `/d/${nobodys}/versions/ver_${'0'.repeat(26)}`,
    '/d/nonsense',
  ];
  const answers = await Promise.all(paths.map((path) => open(path)));
  const pages = await Promise.all(answers.map(({ headers }) => open(headers.get('location') ?? '')));

  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 303));
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(paths.map(signInAt));
  expect(new Set(answers.map(comparable)).size).toBe(1);
  expect(new Set(pages.map(comparable)).size).toBe(1);
  expect(pages[0]?.status).toBe(200);
});

// Threat: A visitor without a session finds out which documents and invitations exist
test('an invitation leads a browser without a session to the same page, whether it is valid or not', async () => {
  const { headers } = await newOrganization();
  const { url } = (await invite(headers)).body;
  const another = await open(signInAt(`/d/${nobodys}`));

  for (const address of [url, `${url.slice(0, -4)}AAAA`, `${base_url}/invitation?token=nonsense`]) {
    const away = await open(address);
    const asked = await open(away.headers.get('location') ?? '');

    expect(away).toMatchObject({ status: 303, text: '' });
    expect(away.headers.get('location')).toBe(signInAt(address.slice(base_url.length)));
    expect(comparable(asked)).toBe(comparable(another));
  }
});

describe('the page that asks to sign in', () => {
  test('has the reason, and one button, which leads back after the sign-in', async () => {
    const path = `/d/${nobodys}?file=attachment`;
    const { status, text } = await open(signInAt(path));

    expect(status).toBe(200);
    expect(text).toContain(
      'Somebody shared a document with you, or invited you. Sign in with the address it was sent to.',
    );
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect([...main.matchAll(/<(?:a|button|form)\b[^>]*>/g)].map(([tag]) => tag)).toEqual([
      `<a class="button primary" href="${pathPrefix}/login?return_to=${encodeURIComponent(path)}">`,
    ]);
  });

  test('speaks of a room on the way to one, or to a document in it, whether or not there is one', async () => {
    const room = `room_${'7'.repeat(26)}`;
    for (const path of [`/r/${room}`, '/r/x', `/d/${nobodys}?room=${room}`])
      expect((await open(signInAt(path))).text, path).toContain('Somebody invited you to a room.');
  });

  // Threat: A sign-in redirects to another site
  test.for(['//evil.example', '"><script>alert(1)</script>', '/sign-in'])(
    'does not lead to another site or to itself: return_to=%s',
    async (returnTo) => {
      const { status, text } = await open(signInAt(returnTo));

      expect(status).toBe(200);
      expect(text).toContain(`href="${pathPrefix}/login?return_to=%2Flogin"`);
      expect(text).not.toMatch(/evil\.example|alert\(1\)/);
    },
  );
});

describe('a refusal shows who is signed in, and offers to sign in with another address', () => {
  const expectOffer = ({ text }: { readonly text: string }, path: string) => {
    expect(text).toContain(memberEmail);
    expect(text).toContain('Sign in with another address');
    expect(text).toContain(`/login?return_to=${encodeURIComponent(path)}&amp;prompt=login"`);
  };

  test('for a document that the person may not read, or that does not exist', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'private' } });
    for (const path of [`/d/${document_id}`, `/d/${nobodys}`, '/d/nonsense']) {
      const answer = await open(path, asMember);

      expect(answer.status).toBe(404);
      expectOffer(answer, path);
    }
  });

  test.for<[rules: Rules, query: string]>([
    [{ allowed_emails: ['somebody@guests.example'] }, ''],
    [{ view_only: true }, '?file=attachment'],
  ])('for a document that a policy does not let them read: %j%s', async ([rules, query]) => {
    const path = `${(await governed(rules, { access_level: 'organization' })).at}${query}`;
    const answer = await open(path, asMember);

    expect(answer.status).toBe(403);
    expectOffer(answer, path);
    expect(answer.text).toContain('Sign out</button>');
  });

  test('for an invitation of somebody else, or one that is not valid', async () => {
    const { headers } = await newOrganization();
    const { url } = (await invite(headers)).body;
    for (const [address, status] of [
      [url, 403],
      [`${url.slice(0, -4)}AAAA`, 404],
    ] as const) {
      const answer = await open(address, asMember);

      expect(answer.status).toBe(status);
      expectOffer(answer, address.slice(base_url.length));
    }
  });
});

// Threat: A page tells outsiders the names of an organization's policies
test.for([
  { rules: {}, of: 'a page with its facts' },
  { rules: { allowed_emails: ['somebody@guests.example'] }, of: 'a refusal' },
  { rules: { expires_at: '2026-01-31T09:30:00Z' }, of: 'an end of reading' },
  { rules: { view_only: true }, of: 'pictures' },
])('$of shows the name of its policy to members of the organization only', async ({ rules }) => {
  const { at: path, policy } = await governed(rules);
  expect((await open(path, asKey('member'))).text).toContain(policy.name);

  for (const headers of [{}, asKey('outsider'), asKey('newcomer')])
    for (const at of [path, `${path}?file=inline`])
      expect((await open(at, headers)).text).not.toContain(policy.name);
});

test.for(['/sign-in?return_to=/d/x', '/mail?mail=x&token=y', '/invitation?token=x', '/logout', '/app'])(
  'HEAD answers %s as GET does',
  async (path) => {
    for (const headers of [{}, asMember])
      await expectHead(base_url + path, { Accept: 'text/html', ...headers });
  },
);
