import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { activityOf } from '../support/activity.ts';
import { endKey, makeKey } from '../support/apiKeys.ts';
import type { Actor } from '../support/client.ts';
import { apiKeys, call, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { governed } from '../support/governed.ts';
import { base_url, membersOf, session_cookies, user_ids } from '../support/organizations.ts';
import { addPolicy, attach, change } from '../support/policies.ts';

const memberEmail = (await membersOf()).find(({ user_id }) => user_id === user_ids.member)?.email ?? '';
const [{ email: outsiderEmail } = { email: '' }] = await membersOf('outsider');

type Visitor = Actor | 'anonymous' | 'the member’s session';

/** Opens a path of the service as a visitor. Does not follow redirects. */
async function open(path: string, as: Visitor, accept = 'text/html') {
  const headers: Record<string, string> = { Accept: accept };
  if (as === 'the member’s session') headers.Cookie = session_cookies.member;
  else if (as !== 'anonymous') headers.Authorization = `Bearer ${apiKeys[as]}`;
  const response = await fetch(base_url + path, { headers, redirect: 'manual' });
  const location = response.headers.get('location') ?? '';
  const sees = /payloads/.test(location)
    ? 'the file'
    : /\/sign-in\?/.test(location)
      ? 'sign in'
      : response.status;
  return { sees, response, text: await response.text() };
}

const doorsOf = ({ at, version }: { at: string; version: string }) => [
  at,
  version,
  `${at}?file=inline`,
  `${version}?file=attachment`,
];

const past = '2026-01-31T09:30:00Z';
const everybody: Visitor[] = [
  'owner',
  'member',
  'the member’s session',
  'service_account',
  'outsider',
  'anonymous',
];
/** The expected answer to each visitor for a public document with these rules. A refusal has a pattern for its text. */
type Expected = Partial<Record<Visitor, 'in' | 'sign in' | RegExp>>;

describe.for<{ rules: Rules; expected: Expected; others: 'in' | 'sign in' | RegExp }>([
  { rules: { require_sign_in: true }, expected: { anonymous: 'sign in' }, others: 'in' },
  {
    rules: {
      allowed_email_domains: [outsiderEmail.split('@')[1] ?? ''],
      allowed_emails: [memberEmail.toUpperCase()],
    },
    expected: { member: 'in', 'the member’s session': 'in', outsider: 'in', anonymous: 'sign in' },
    others: /allows other readers only/,
  },
  { rules: { expires_at: past }, expected: {}, others: /can no longer be read/ },
])('under %j', { concurrent: true }, async ({ rules, expected, others }) => {
  // Threat: A reader bypasses the policies of a document
  test('every visitor gets what the rules allow, on every page', async () => {
    const description = uniqueTitle('Described');
    const document = await governed(rules, { description });
    for (const as of everybody) {
      const wanted = as === 'owner' ? 'in' : (expected[as] ?? others);
      for (const [index, door] of doorsOf(document).entries()) {
        const { sees, text } = await open(door, as);
        const json = await open(door, as, 'application/json');
        const what = `${as} at ${door}: ${text}`;
        if (wanted === 'in') {
          expect(sees, what).toBe(index < 2 ? 200 : 'the file');
          expect(json.sees, what).toBe(as === 'anonymous' ? 401 : 200);
          continue;
        }
        for (const hidden of [document.title, description]) expect(text + json.text).not.toContain(hidden);
        expect(sees, what).toBe(wanted === 'sign in' ? 'sign in' : 403);
        expect(json.sees, what).toBe(as === 'anonymous' ? 401 : 403);
        if (wanted === 'sign in' || as === 'anonymous') continue;
        const { error } = JSON.parse(json.text);
        expect(error.code).toBe('insufficient_permissions');
        expect(error.message).toMatch(wanted);
        expect(error.message).toContain(document.policy.name);
      }
    }
  });
});

// Threat: A reader bypasses the policies of a document
test.for(['watermark', 'view_only'] as const)(
  'under %s the original file is never given out',
  async (rule) => {
    const document = await governed({ [rule]: true });

    for (const as of ['member', 'outsider', 'anonymous', 'service_account'] as const)
      for (const door of doorsOf(document)) {
        const { sees, text, response } = await open(door, as);
        expect(sees, `${as} at ${door}`).not.toBe('the file');
        expect(text + [...response.headers]).not.toContain('/payloads/');
      }
    expect((await open(document.at, 'member')).text).toContain(document.policy.name);
    expect((await open(`${document.at}?file=inline`, 'owner')).sees).toBe('the file');
    expect((await open(`${document.at}?file=inline&as=reader`, 'owner')).sees).not.toBe('the file');
  },
);

test('managers see a link to the console and no facts for engineers, and preview what readers see', async () => {
  const { at, policy, title, document_id } = await governed({
    allowed_emails: [memberEmail],
    watermark: true,
  });

  for (const as of ['owner', 'admin'] as const) {
    const { text } = await open(at, as);
    expect(text).toContain('Manage and share');
    expect(text).toContain(`/app/documents/${document_id}`);
    const asReader = await open(`${at}?as=reader`, as);
    expect(asReader.sees).toBe(403);
    for (const name of [policy.name, title]) expect(asReader.text).not.toContain(name);
  }
  const { text } = await open(`${at}?as=reader`, 'member');
  expect(text).not.toMatch(/Manage and share|\/app\/documents\/|<dt>(Status|Access)/);
});

// Threat: A governed public document appears in a search engine or in the preview of a link
test('a document with rules is not shown to search engines and messengers', async () => {
  const [free, bound] = [await governed({}), await governed({ expires_after_days: 3 })];

  const freely = await open(free.at, 'anonymous');
  const boundly = await open(bound.at, 'anonymous');

  expect(freely.text).toContain('og:title');
  expect(freely.response.headers.get('x-robots-tag')).toBeNull();
  expect(boundly.text).not.toContain('og:');
  expect(boundly.response.headers.get('x-robots-tag')).toBe('noindex');
});

// Threat: A reader bypasses the policies of a document
test('attaching, detaching and changing rules apply from the next request on', async () => {
  const { at, document_id, policy } = await governed({});
  const sees = async () => (await open(at, 'anonymous')).sees;

  expect(await sees()).toBe(200);
  await change(policy.id, { rules: { expires_at: past } });
  expect(await sees()).toBe(403);
  await change(policy.id, { archived: true });
  expect(await sees()).toBe(403);
  await call.detachDocumentPolicy({ path: { document_id, policy_id: policy.id } });
  expect(await sees()).toBe(200);
  await attach(document_id, (await addPolicy(undefined, {}, { expires_at: past })).id);
  expect(await sees()).toBe(403);
});

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('nobody may read while more than 20 policies with rules are attached', async () => {
  const document = await governed({});
  const labels: string[] = [];
  for (let count = 0; count < 21; count++) {
    const { id } = await addPolicy();
    labels.push(id);
    expect((await attach(document.document_id, id)).status).toBe(200);
  }
  for (const id of labels) await change(id, { rules: { expires_after_days: 30 } });

  for (const door of doorsOf(document))
    for (const as of ['member', 'anonymous'] as const)
      expect((await open(door, as)).sees, `${as} at ${door}`).toBe(403);
  const { error } = JSON.parse((await open(document.at, 'member', 'application/json')).text);
  expect(error).toMatchObject({
    code: 'insufficient_permissions',
    message: expect.stringMatching(/more than 20 policies/),
  });
  expect((await open(document.at, 'owner')).sees).toBe(200);
  expect((await open(`${document.at}?as=reader`, 'owner')).sees).toBe(403);

  const { document_id } = document;
  await call.detachDocumentPolicy({ path: { document_id, policy_id: labels[0] ?? '' } });
  expect((await open(document.at, 'member')).sees).toBe(200);
});

const ownersAddress = (await membersOf()).find(({ user_id }) => user_id === user_ids.owner)?.email ?? '';

/** Removes ids of views, names of pictures for one request, and signatures of URLs, which differ in each answer. */
const withoutIds = (text: string) =>
  text
    .replaceAll(/act_[0-9a-hjkmnp-tv-z]{26}/g, 'act_')
    .replaceAll(/\/stamped\/\w+\/[-0-9a-f]{36}/g, '/stamped/')
    .replaceAll(/(https?:[^"\s?]*)\?X-Amz-[^"\s#]*/g, '$1');

/** Requests a path, and returns the answer without the ids that differ in each answer. */
async function answerOf(path: string, headers: Record<string, string>) {
  const response = await fetch(base_url + path, { headers, redirect: 'manual' });
  return {
    status: response.status,
    location: withoutIds(response.headers.get('location') ?? ''),
    cookies: response.headers.getSetCookie(),
    text: withoutIds(await response.text()),
  };
}

/** Makes a key without the permission to read, for an owner, who manages all documents here. */
async function keyOfOwner() {
  const { body } = await makeKey({ as: 'owner' }, { permissions: ['organization#list_members'] });
  return { id: body.id, headers: { Authorization: `Bearer ${body.api_key}` } };
}

describe('a key of the owner without the permission to read', { concurrent: true }, () => {
  // Threat: A key without `document#read` reads governed public documents with its owner's rights
  test.for<{ rules: Rules; access_level: string }>([
    { rules: { allowed_emails: [ownersAddress] }, access_level: 'public' },
    { rules: { watermark: true }, access_level: 'public' },
    { rules: {}, access_level: 'private' },
  ])(
    'gets the same answer as a request without a credential: $access_level, $rules',
    async ({ rules, access_level }) => {
      const key = await keyOfOwner();
      const { at, version } = await governed(rules, { access_level });
      const picture = `${version}/pages/1`;
      // Opening the page starts the preparation of pictures.
      if (rules.watermark)
        await eventually(
          async () => {
            await answerOf(at, { Accept: 'text/html' });
            return (await answerOf(picture, { Accept: 'text/html' })).status;
          },
          (status) => status === 303,
        );
      const file = (kind: string) => `${version}?file=${kind}`;
      for (const path of [at, version, picture, `${picture}?show=text`, file('inline'), file('attachment')])
        for (const Accept of ['text/html', 'application/json']) {
          const anonymous = await answerOf(path, { Accept });
          expect(await answerOf(path, { ...key.headers, Accept }), `${path} as ${Accept}`).toEqual(anonymous);
        }
      await endKey({ as: 'owner' }, key.id);
    },
  );
});

// Threat: A key without `document#read` reads governed public documents with its owner's rights
test('is recorded when it opens a page', async () => {
  const key = await keyOfOwner();
  const { id: document_id } = await upload({ fields: { access_level: 'public' } });

  await answerOf(`/d/${document_id}`, { ...key.headers, Accept: 'text/html' });

  expect(await activityOf(document_id)).toContainEqual(
    expect.objectContaining({
      type: 'viewed',
      actor: expect.objectContaining({ id: user_ids.owner.replace('usr_', 'user_') }),
      details: { credential: key.id },
    }),
  );
  await endKey({ as: 'owner' }, key.id);
});
