import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiKeyId } from '../../../shared/contract/identifiers.ts';
import { parseApiKey, secretMatches } from '../../../shared/credentials/apiKeys.ts';
import { getApiKey, uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { bindIdentity } from '../../../shared/data/callers/identities.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { testOn } from './endpoints.ts';
import { founded, operator } from './operator.ts';

const stage = await operator();
const test = testOn(stage);
const { admin, record, rows, everything, clock, refuses } = stage;

const keyPattern = /dgs_test_[0-9a-hjkmnp-tv-z]{26}[0-9A-Za-z]{32}/g;

test('issues a key whose secret has the stored hash and is shown once', async () => {
  const { email, user, organization } = await founded(stage);

  const issued = await record('keys issue', email, '--name', 'laptop', '--expires', '90d');

  const { api_key = '', ...listed } = issued;
  const forPeople = await admin('keys issue', (await founded(stage)).email);
  expect(forPeople.stdout.match(keyPattern)).toHaveLength(1);
  expect(forPeople.stdout).toContain('is shown only this once');
  expect(listed).toEqual({
    id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'laptop',
    status: 'active',
    owner_id: user,
    made_by: null,
    organization_id: organization,
    permissions: null,
    created_at: new Date(clock.now).toISOString(),
    expires_at: new Date(clock.now + 90 * 24 * 60 * 60 * 1000).toISOString(),
    ends_at: new Date(clock.now + 90 * 24 * 60 * 60 * 1000).toISOString(),
    revoked_at: null,
    usage_key_id: null,
  });
  expect(await rows('keys list', email)).toEqual([{ ...listed, last_used_at: null }]);

  const parsed = parseApiKey(api_key);
  const stored = await getApiKey(parsed?.uuid ?? '');
  expect(secretMatches(parsed?.secret ?? '', stored?.secret_hash ?? '')).toBe(true);
  expect(JSON.stringify(await everything())).not.toContain(parsed?.secret);
});

test('revokes a key by its id or the whole of it, and again without harm', async () => {
  const { email } = await founded(stage);
  const { id = '' } = await record('keys issue', email);
  const { api_key = '' } = await record('keys issue', email);
  const revoked = { status: 'revoked', revoked_at: new Date(clock.now).toISOString() };

  for (const reference of [id, api_key])
    expect(await record('keys revoke --yes', reference)).toMatchObject(revoked);

  expect(await rows('keys list', email)).toMatchObject([revoked, revoked]);
  const before = await everything();
  clock.now += 60_000;
  const again = await admin('keys revoke --yes', id);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('was revoked already') });
  expect(await everything()).toEqual(before);
});

test('shows a key by its id, its name in logs, or its beginning, and never its secret', async () => {
  const { email, user, organization } = await founded(stage);
  const { api_key = '', id = '' } = await record('keys issue', email, '--name', 'laptop');
  const shown = await record('keys show', id);

  expect(shown).toMatchObject({
    id,
    name: 'laptop',
    status: 'active',
    owner_id: user,
    owner_name: 'Ada Lovelace',
    owner_email: email,
    owner_disabled_at: null,
    organization_id: organization,
    last_used_at: null,
    name_in_logs: `key:${uuidOfKey(z.parse(apiKeyId, id))}`,
  });
  for (const named of [shown.name_in_logs ?? '', api_key.slice(0, 20), api_key.slice(0, 35), id.slice(0, 14)])
    expect(await record('keys show', named)).toEqual(shown);
  expect(JSON.stringify(shown)).not.toContain(api_key.slice(35));
});

test('changes when a key ends', async ({ founded: { email } }) => {
  const { id = '' } = await record('keys issue', email, '--expires', '2031-01-01T01:00:00+01:00');
  const expiry = async () => (await rows('keys list', email))[0]?.expires_at;
  expect(await expiry()).toBe('2031-01-01T00:00:00.000Z');

  await record('keys expire', id, 'never');
  expect(await expiry()).toBeNull();

  await record('keys expire', id, '30m');
  expect(await expiry()).toBe(new Date(clock.now + 30 * 60_000).toISOString());
  clock.now += 30 * 60_000;
  expect(await rows('keys list', email)).toMatchObject([{ status: 'expired' }]);
  expect(await record('users show', email)).toMatchObject({ active_keys: 0 });
});

test('rebinds a person, which ends their sessions', async ({ founded: { email, user } }) => {
  const person = await getCaller(user);
  if (!person) throw new Error('the person is gone');
  await transact(bindIdentity(person, crypto.randomUUID(), clock.now));
  await record('sessions create', email);
  expect(await record('users show', email)).toMatchObject({ is_bound: true });

  expect(await record('users rebind --yes', email)).toMatchObject({
    is_bound: false,
    ended_sessions: 1,
  });

  expect(JSON.stringify(await everything())).not.toContain('IDENTITY#');
  expect(await rows('sessions list', email)).toEqual([]);
  expect(await record('users rebind --yes', email)).toMatchObject({
    is_bound: false,
    ended_sessions: 0,
  });
});

test('begins sessions, lists them and ends them', async ({
  founded: { email, user, organization, here },
}) => {
  const { cookie = '', ...first } = await record('sessions create', email);
  const { cookie: other, ...second } = await record('sessions create', user, ...here);

  expect(cookie).toMatch(/^session=[\w-]{43}$/);
  expect(other).not.toBe(cookie);
  expect(first).toEqual({
    id: expect.stringMatching(/^ses_[0-9a-f]{26}$/),
    user_id: user,
    organization_id: null,
    created_at: new Date(clock.now).toISOString(),
    last_used_at: new Date(clock.now).toISOString(),
    expires_at: new Date(clock.now + 12 * 3600_000).toISOString(),
    ends_at: new Date(clock.now + 7 * 24 * 3600_000).toISOString(),
    name_in_logs: `session:${first.id?.slice(4, 20)}`,
  });
  expect(second.organization_id).toBe(organization);
  expect(await rows('sessions list', email)).toEqual(expect.arrayContaining([first, second]));
  expect(JSON.stringify(await everything())).not.toContain(cookie.split('=')[1]);

  await record('sessions revoke --yes', email, String(first.id));
  expect(await rows('sessions list', email)).toEqual([second]);
  const third = await record('sessions create', email);
  const fourth = await record('sessions create', email);
  await record('sessions revoke --yes', email, String(third.name_in_logs));
  await record('sessions revoke --yes', email, String(fourth.name_in_logs).replace('session:', ''));
  expect(await rows('sessions list', email)).toEqual([second]);
  await record('sessions revoke --yes', email, '--all');
  expect(await rows('sessions list', email)).toEqual([]);
});

test('refuses and changes nothing', async ({ founded: { email, here } }) => {
  const stranger = (await founded(stage)).email;
  const { id: account = '' } = await record('service-accounts create', 'X', ...here);
  const { id: revoked = '' } = await record('keys issue', email);
  await record('keys revoke --yes', revoked);

  const refusals: [number, RegExp, string[]][] = [
    [
      2,
      /option '--permissions <list>'.*do not exist: "documents".*document#read, .*organization#own/,
      ['keys issue', email, '--permissions', 'documents,document#read'],
    ],
    [2, /option '--expires <when>'.*90d/, ['keys issue', email, '--expires', 'tomorrow']],
    [2, /argument 'key'/, ['keys revoke --yes', 'laptop']],
    [2, /name either a session or --all/, ['sessions revoke --yes', email]],
    [2, /argument 'session'. It must be the id of a session/, ['sessions revoke --yes', email, 'abc']],
    [1, /--expires must be in the future/, ['keys issue', email, '--expires', '2020-01-01T00:00:00Z']],
    [1, /is not a member of/, ['keys issue', stranger, ...here]],
    [1, /There is no user/, ['keys issue', account.replace('svc_', 'user_')]],
    [1, /There is no API key/, ['keys revoke --yes', crypto.randomUUID()]],
    [1, /was revoked at/, ['keys expire', revoked, 'never']],
    [1, /No API key begins so/, ['keys show', 'dgs_live_zzzz']],
    [1, /is a service account/, ['sessions create', account]],
    [1, /is not a member of/, ['sessions create', stranger, ...here]],
    [1, /has no session ses_0/, ['sessions revoke --yes', email, `ses_${'0'.repeat(26)}`]],
  ];
  for (const [code, message, argv] of refusals) await refuses(code, expect.stringMatching(message), ...argv);
});
