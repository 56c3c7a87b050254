import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import { findUserByEmail } from '../../../shared/data/callers/callers.ts';
import { bindIdentity, findUserByIdentity, identityHash } from '../../../shared/data/callers/identities.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { directoryOfTest } from '../../support/ownDirectory.ts';
import { registeredIn, testOn } from './endpoints.ts';
import { founded, operator, someEmail } from './operator.ts';

const stage = operator();
const test = testOn(stage);
const { admin, record, rows, refuses } = stage;

test('creates a person, lists and shows them', async () => {
  const email = someEmail();

  const user = await record('users create', email, '--name', 'Ada Lovelace', '--given-name', 'Ada');

  expect(user).toEqual({
    id: expect.stringMatching(/^user_[0-9a-hjkmnp-tv-z]{26}$/),
    email,
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: null,
    current_organization_id: null,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    is_bound: false,
    address_proven_at: new Date(stage.clock.now).toISOString(),
    disabled_at: null,
  });
  expect(await rows('users list')).toContainEqual(user);
  const shown = { ...user, role: null, active_keys: 0, active_sessions: 0 };
  for (const reference of [email, email.toUpperCase(), user.id, user.id?.replace('user_', 'usr_')])
    expect(await record('users show', reference ?? '')).toEqual(shown);
});

test('changes an address, and ends the person’s binding to an identity and their sessions', async ({
  founded: { email, organization },
}) => {
  const before = await findUserByEmail(email);
  if (!before) throw new Error('they are gone');
  await transact(bindIdentity(before, identityHash('https://id.example', email), stage.clock.now));
  await record('sessions create', email);
  const next = someEmail();

  const user = await record('users change-address --yes', email, next);

  expect(user).toMatchObject({ id: before.id, email: next, is_bound: false, ended_sessions: 1 });
  expect(await findUserByEmail(email)).toBeUndefined();
  expect(await findUserByIdentity(identityHash('https://id.example', email))).toBeUndefined();
  expect(await rows('members list', '--organization', organization)).toContainEqual(
    expect.objectContaining({ email: next }),
  );
  expect(await record('users create', email, '--name', 'Somebody else')).toMatchObject({ email });
});

test('disables and enables a person, and shows since when they are disabled', async ({
  founded: { email },
}) => {
  await record('keys issue', email);
  await record('sessions create', email);
  const disabled_at = new Date(stage.clock.now).toISOString();

  expect(await record('users disable --yes', email)).toMatchObject({ disabled_at, ended_sessions: 1 });
  stage.clock.now += 1000;
  expect(await record('users disable --yes', email)).toMatchObject({ disabled_at, ended_sessions: 0 });
  expect(await record('users show', email)).toMatchObject({
    disabled_at,
    active_keys: 1,
    active_sessions: 0,
  });
  expect(await rows('users list')).toContainEqual(expect.objectContaining({ email, disabled_at }));

  expect(await record('users enable', email)).toMatchObject({ disabled_at: null });
});

// Threat: An endpoint works again because its registrar gets the right back
test('says which endpoints and keys stop when it disables a person, in each of their organizations', async () => {
  const { email, organization, user } = await founded(stage);
  const owner = z.parse(actorId, user);
  const other = await founded(stage);
  await record('members add', email, '--organization', other.organization, '--role', 'admin');
  const [here, there, ofStaff] = [
    await registeredIn(organization, owner),
    await registeredIn(other.organization, owner),
    await registeredIn(other.organization, owner, { registered_by_staff: true }),
  ];
  const ofOther = await registeredIn(other.organization, z.parse(actorId, other.user));
  const key = await record('keys issue', email);

  const { code, stdout, stderr } = await admin('users disable --yes', email, '--json');

  expect(code).toBe(0);
  const { active_keys, stopped_webhooks } = JSON.parse(stdout);
  expect(active_keys).toEqual([key.id]);
  expect(new Set(stopped_webhooks)).toEqual(new Set([here.id, there.id, ofStaff.id]));
  for (const { id } of [here, there, ofStaff])
    expect(stderr.match(new RegExp(`The webhook endpoint ${id} .* stops\\.`, 'g'))).toHaveLength(1);
  expect(stderr).toContain(`Example Ltd (${organization}) has no other owner who is not disabled.`);
  expect(stderr).not.toContain(`(${other.organization}) has no other owner`);

  await record('users enable', email);
  expect(await record('webhooks show', here.id)).toMatchObject({ disabled_reason: 'registrar' });
  expect(await record('webhooks show', there.id)).toMatchObject({ disabled_reason: 'registrar' });
  expect(await record('webhooks show', ofOther.id)).toMatchObject({ state: 'enabled' });
});

test('issues no key and begins no session for a disabled person', async ({ founded: { email } }) => {
  await record('users disable --yes', email);

  const message = expect.stringContaining(`Enable them first: users enable ${email}\n`);
  await refuses(1, message, 'keys issue', email);
  await refuses(1, message, 'sessions create', email);
});

test('creates an organization, which becomes the current one of its owner', async ({
  founded: { email, organization },
}) => {
  const shown = await record('organizations show', organization);

  expect(shown).toEqual({
    id: organization,
    name: 'Example Ltd',
    owner_count: 1,
    created_at: expect.any(String),
    member_count: 1,
    service_account_count: 0,
    policy_count: 0,
  });
  expect(await rows('organizations list')).toContainEqual({
    id: organization,
    name: 'Example Ltd',
    owner_count: 1,
    created_at: shown.created_at,
  });
  expect(await record('users show', email)).toMatchObject({
    current_organization_id: organization,
    role: 'owner',
  });
});

test('makes a policy that keeps documents stricter, and does not loosen it', async ({
  founded: { organization },
}) => {
  const where = ['--organization', organization];
  const policy = await record('policies create', 'Litigation', ...where, '--rules', '{"legal_hold": true}');
  const update = (rules: string) =>
    admin('policies update --yes', String(policy.id), ...where, '--rules', rules);

  expect(await update('{}')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The policy "Litigation" keeps documents: only owners may shorten'),
  });
  expect(await rows('policies list', ...where)).toEqual([policy]);
  expect(await update('{"legal_hold": true, "watermark": true}')).toMatchObject({ code: 0 });
});

// Threat: An admin, a key or a mistake locks documents for a hundred years
test('does not lock a policy: only owners can, over the API with a session', async ({
  founded: { organization },
}) => {
  const where = ['--organization', organization];
  const locked = ['--rules', '{"retain_for_days": 1, "locked": true}'];
  const policy = await record('policies create', 'Ledgers', ...where, '--rules', '{"retain_for_days": 1}');

  for (const command of [
    ['create', 'Books', ...where, ...locked],
    ['update', String(policy.id), ...where, ...locked],
  ])
    expect(await admin('policies', ...command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Only owners with powers can lock and unlock a policy'),
    });
  expect(await rows('policies list', ...where)).toEqual([policy]);
});

test('gives policies rules, also from a file, and replaces them', async ({ founded: { organization } }) => {
  const where = ['--organization', organization];
  const directory = directoryOfTest();
  const file = join(directory, 'rules.json');
  await writeFile(file, JSON.stringify({ expires_after_days: 30 }));

  const policy = await record('policies create', 'NDA', ...where, '--rules', '{"watermark": true}');
  const updated = await record('policies update --yes', String(policy.id), ...where, '--rules', file);

  expect(policy.rules).toEqual({ watermark: true });
  expect(updated).toEqual({ ...policy, rules: { expires_after_days: 30 } });
  expect(await rows('policies list', ...where)).toEqual([updated]);
  for (const [rules, message] of [
    ['{"watermark": 1}', 'rules.watermark must be a boolean'],
    ['nowhere.json', 'nowhere.json'],
  ] as const)
    await refuses(
      2,
      expect.stringContaining(message),
      ...['policies update --yes', String(policy.id), ...where, '--rules', rules],
    );
});

const nobody = `user_${'0'.repeat(26)}`;
const nowhere = `org_${'0'.repeat(26)}`;

test.for([
  [1, `There is no organization ${nowhere}.`, ['organizations show', nowhere]],
  [1, `There is no organization ${nowhere}.`, ['policies create', 'Retention', '--organization', nowhere]],
  [1, `There is no user ${nobody}.`, ['users show', nobody]],
  [1, 'No user has the e-mail address a@b.example.', ['organizations create', 'X', '--owner', 'a@b.example']],
  [
    1,
    '--role owner is for people',
    ['service-accounts create', 'X', '--organization', nowhere, '--role', 'owner'],
  ],
  [2, "argument 'organization'", ['organizations show', 'org_1']],
  [2, "argument 'email'", ['users create', 'ada@localhost', '--name', 'Ada']],
  [2, "argument 'name'. It must not be empty", ['organizations create', '', '--owner', nobody]],
  [2, 'direction of text', ['users create', 'ada@example.com', '--name', 'Ada \u202ecod']],
  [2, "required option '--owner <user>'", ['organizations create', 'Example Ltd']],
  [2, "unknown command 'usrs'", ['usrs', 'list']],
  [2, 'Usage:', []],
] as const)('refuses with %i: %s (%j)', async ([code, message, argv]) => {
  await refuses(code, expect.stringContaining(message), ...argv);
});
