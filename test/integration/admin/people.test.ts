import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { actorId } from '../../../shared/contract/identifiers.ts';
import { getApiKey, uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { findUserByEmail } from '../../../shared/data/callers/callers.ts';
import { bindIdentity, findUserByIdentity, identityHash } from '../../../shared/data/callers/identities.ts';
import {
  addressHashOf,
  blockOf,
  recordBounce,
  recordComplaint,
  stopMail,
} from '../../../shared/data/mail/mailBlocks.ts';
import { reserve } from '../../../shared/data/organizations/usage.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { directoryOfTest } from '../../support/ownDirectory.ts';
import { byKey } from '../../support/people/people.ts';
import { registeredIn, testOn } from './endpoints.ts';
import { deleted, founded, joined, operator, someEmail } from './operator.ts';

const stage = await operator();
const test = testOn(stage);
const { admin, call, everything, record, rows, refuses } = stage;

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
  founded: { email, here },
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
  expect(await rows('members list', ...here)).toContainEqual(expect.objectContaining({ email: next }));
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
  founded: { here: where },
}) => {
  const policy = await record('policies create', 'Litigation', ...where, '--rules', '{"legal_hold": true}');
  const update = (rules: string) =>
    admin('policies update --yes', String(policy.id), ...where, '--rules', rules);

  const keeps = expect.stringContaining('The policy "Litigation" keeps documents: only owners may shorten');
  expect(await update('{}')).toMatchObject({ code: 1, stderr: keeps });
  expect(await rows('policies list', ...where)).toEqual([policy]);
  expect(await update('{"legal_hold": true, "watermark": true}')).toMatchObject({ code: 0 });
});

// Threat: An admin, a key or a mistake locks documents for a hundred years
test('does not lock a policy: only owners can, over the API with a session', async ({
  founded: { here: where },
}) => {
  const locked = ['--rules', '{"retain_for_days": 1, "locked": true}'];
  const policy = await record('policies create', 'Ledgers', ...where, '--rules', '{"retain_for_days": 1}');

  for (const command of [
    ['create', 'Books', ...where, ...locked],
    ['update', String(policy.id), ...where, ...locked],
  ])
    await refuses(
      1,
      expect.stringContaining('Only owners with powers can lock and unlock a policy'),
      'policies',
      ...command,
    );
});

test('gives policies rules, also from a file, and replaces them', async ({ founded: { here: where } }) => {
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

test('adds members, earliest first, and gives them a current organization', async () => {
  const { email: owner, user, organization } = await founded(stage);
  const email = someEmail();
  await record('users create', email, '--name', 'Grace Hopper');
  stage.clock.now += 1000;

  const added = await record('members add', email, '--organization', organization, '--role', 'admin');

  expect(added).toEqual({
    organization_id: organization,
    user_id: expect.stringMatching(/^usr_/),
    email,
    name: 'Grace Hopper',
    role: 'admin',
    joined_at: new Date(stage.clock.now).toISOString(),
  });
  expect(await rows('members list', '--organization', organization)).toEqual([
    expect.objectContaining({ user_id: user.replace('user_', 'usr_'), email: owner, role: 'owner' }),
    added,
  ]);
  expect(await record('users show', email)).toMatchObject({
    current_organization_id: organization,
    role: 'admin',
  });
});

test('does not change the current organization of a person who has one', async ({ founded: { here } }) => {
  const other = await founded(stage);

  await record('members add', other.email, ...here);
  await record('members remove --yes', other.email, ...here);

  expect(await record('users show', other.email)).toMatchObject({
    current_organization_id: other.organization,
  });
});

/**
 * A member with a key that was issued before the person joined. The key is bound to no organization, and acts in the person's current
 * organization.
 */
async function joinedWithKey(organization: string) {
  const email = someEmail();
  await record('users create', email, '--name', 'Grace Hopper');
  const { id } = await record('keys issue', email);
  await record('members add', email, '--organization', organization);
  return { email, unbound: id };
}

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('removing a member ends the keys bound to the organization, and on request unbound keys', async () => {
  const { organization, here } = await founded(stage);
  const { email, unbound } = await joinedWithKey(organization);
  const other = await founded(stage);
  await record('members add', email, '--organization', other.organization);
  const issue = async (...options: string[]) => (await record('keys issue', email, ...options)).id;
  const bound = [await issue(), await issue(...here)];
  const elsewhere = await issue('--organization', other.organization);
  await record('keys revoke --yes', (await issue()) ?? '');

  const remove = ['members remove --yes', email, ...here];
  const first = await record(...remove);
  expect(first).toMatchObject({ active_keys: [unbound] });
  expect(new Set(first.revoked_keys)).toEqual(new Set(bound));

  await record('members add', email, ...here);
  const second = await record(...remove, '--revoke-keys');
  expect(second).toMatchObject({ active_keys: [], revoked_keys: [unbound] });
  const active = (await rows('keys list', email)).filter(({ status }) => status === 'active');
  expect(active.map(({ id }) => id)).toEqual([elsewhere]);
});

describe('accounts and keys that a removed member made', () => {
  /** An admin who made a service account. An operator made another account, and the admin made a key for the other account. */
  async function maker(organization: string) {
    const email = await joined(stage, organization, 'admin');
    const person = await findUserByEmail(email);
    if (!person) throw new Error('they are gone');
    const by = await byKey(person);
    const account = (await call.createServiceAccount({ ...by, json: { name: 'Sync', role: 'admin' } })).body
      .id;
    const other = await record('service-accounts create', 'Import', '--organization', organization);
    const json = { name: 'theirs', service_account_id: other.id };
    return {
      remove: ['members remove --yes', email, '--organization', organization],
      account,
      key: (await call.createApiKey({ ...by, json })).body.id,
      left: async () =>
        (await rows('members list', '--organization', organization)).map((row) => row.user_id),
    };
  }

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('are listed, and end when the operator says yes', async ({ founded: { organization } }) => {
    const { remove, account, key, left } = await maker(organization);
    const asked: string[] = [];
    const { stdout } = await stage.answering(async (question) => asked.push(question) > 0, ...remove);

    expect(asked).toEqual(['End these service accounts and keys?']);
    for (const shown of [`service account ${account} (Sync, admin)`, `API key ${key} (theirs)`])
      expect(stdout).toContain(shown);
    expect(await left()).not.toContain(account);
    expect((await getApiKey(uuidOfKey(key)))?.revoked_at).not.toBeNull();
  });

  test('stay when the operator says no or cannot be asked, and end with --end-made later', async ({
    founded: { organization },
  }) => {
    const { remove, account, key, left } = await maker(organization);
    expect(await record(...remove)).toMatchObject({
      ended_service_accounts: [],
      service_accounts_made: [account],
      keys_made: [key],
    });
    expect(await left()).toContain(account);
    const { stdout } = await stage.answering(async () => false, ...remove, '--end-made');

    expect(stdout).toContain('was not a member of');
    expect(await left()).not.toContain(account);
    expect((await getApiKey(uuidOfKey(key)))?.revoked_at).not.toBeNull();
    expect((await admin(...remove, '--end-made')).code).toBe(1);
  });
});

test('does not demote or remove the last owner who is not disabled', async () => {
  const { email, organization, here } = await founded(stage);
  const disabled = await joined(stage, organization, 'owner');
  await record('users disable --yes', disabled);
  const message = `error: ${email} is the only owner who is not disabled of Example Ltd (${organization}). Make another member owner first.\n`;

  for (const argv of [
    ['set-role', email, 'admin'],
    ['remove', email],
  ])
    await refuses(1, message, 'members', ...argv, ...here);

  await record('members remove --yes', disabled, ...here);
  expect(await record('organizations show', organization)).toMatchObject({ owner_count: 1 });
});

test('refuses to add a member again, to change somebody who is not a member, and an unknown role', async () => {
  const { email, organization } = await founded(stage);
  const stranger = (await founded(stage)).email;
  const members = (where: string, code: number, message: unknown, ...argv: string[]) =>
    refuses(code, message, 'members', ...argv, '--organization', where);
  const notIn = `error: ${stranger} is not a member of Example Ltd (${organization}).\n`;

  const again = `error: ${email} is a member of Example Ltd (${organization}) already, as owner.\n`;
  await members(organization, 1, again, 'add', email);
  await members(organization, 1, notIn, 'remove', stranger);
  await members(organization, 1, notIn, 'set-role', stranger, 'admin');
  const noRole = expect.stringMatching(/role.*must be one of owner, admin, member/s);
  await members(organization, 2, noRole, 'set-role', email, 'king');
  await members(nowhere, 1, `error: There is no organization ${nowhere}.\n`, 'list');
});

const idsOf = async (...options: string[]) =>
  (await rows('organizations list', ...options)).map(({ id }) => id);

test('lists a deleted organization until it is restored with its members, once', async () => {
  const { email, organization } = await founded(stage);
  await deleted(organization, stage.clock.now);
  expect(await idsOf()).not.toContain(organization);
  expect(await rows('organizations list', '--deleted')).toMatchObject([
    {
      id: organization,
      deleted_at: new Date(stage.clock.now).toISOString(),
      restorable_until: new Date(stage.clock.now + 30 * 24 * 60 * 60_000).toISOString(),
      state: 'suspended',
    },
  ]);
  expect(await admin('organizations show', organization)).toMatchObject({ code: 1 });
  expect(await record('users show', email)).toMatchObject({ current_organization_id: null });

  const restored = await admin('organizations restore', organization);

  expect(restored).toMatchObject({ code: 0 });
  expect(restored.stdout).toContain('It is restored');
  expect(await idsOf()).toContain(organization);
  expect(await idsOf('--deleted')).not.toContain(organization);
  expect(await record('users show', email)).toMatchObject({
    current_organization_id: organization,
    role: 'owner',
  });
  const again = await admin('organizations restore', organization);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain('It is not deleted.');
});

describe('--organization can be left out', () => {
  test('when a person is in one organization only', async () => {
    const { organization } = await founded(stage);
    const email = await joined(stage, organization);

    expect(await record('members set-role --yes', email, 'admin')).toMatchObject({
      organization_id: organization,
    });
    expect(await record('members remove', email, '--yes')).toMatchObject({
      organization_id: organization,
    });
  });

  test('but not when a person is in several', async () => {
    const [one, other] = [await founded(stage), await founded(stage)];
    await record('members add', one.email, '--organization', other.organization);

    await refuses(1, expect.stringMatching(/^error: There are \d+ organizations\. Name one/), 'members list');
    const named = new RegExp(`is in 2 organizations\\. Name one .*: .*Example Ltd \\(${one.organization}\\)`);
    await refuses(1, expect.stringMatching(named), 'members set-role --yes', one.email, 'member');
  });
});

const nothing = {
  documents: 0,
  documents_quota: null,
  stored_bytes: 0,
  stored_bytes_quota: null,
  mails_quota: null,
};

test('shows what an organization has stored, and its quotas', async () => {
  const { organization } = await founded(stage);
  const use = { tenant: organization, documents: 1, stored_bytes: 700 };
  await reserve(use, { documents: 1, stored_bytes: 1 });
  const before = await everything();

  const shown = await record('organizations quotas', organization);
  const { stdout } = await admin('organizations quotas', organization);

  expect(shown).toEqual({
    ...nothing,
    id: organization,
    documents: 1,
    stored_bytes: 700,
    counted_at: null,
  });
  expect(stdout).toMatch(/documents quota +default/);
  expect(await everything()).toEqual(before);
});

test('changes the given quotas, and resets them', async () => {
  const { organization } = await founded(stage);
  const quotas = (...options: string[]) => record('organizations quotas', organization, ...options);

  expect(await quotas('--documents', '250000')).toMatchObject({ documents_quota: 250_000 });
  const both = { documents_quota: 250_000, stored_bytes_quota: 0 };
  expect(await quotas('--stored-bytes', '0')).toMatchObject(both);
  expect(await quotas()).toMatchObject(both);
  expect(await quotas('--mails', '0')).toMatchObject({ ...both, mails_quota: 0 });
  expect(await quotas('--mails', 'default')).toMatchObject({ ...both, mails_quota: null });
  expect(await quotas('--documents', 'default')).toMatchObject({ ...both, documents_quota: null });
  expect(await quotas('--stored-bytes', 'default')).toMatchObject(nothing);
});

/** SES puts addresses on this list after bounces and complaints of other mail of the account. */
const suppress = (EmailAddress: string) =>
  fetch(`${stage.inboxUrl}/v2/email/suppression/addresses`, {
    method: 'PUT',
    body: JSON.stringify({ EmailAddress, Reason: 'BOUNCE' }),
  });

test('allows mail to an address again after any kind of stop, also in SES', async () => {
  const { organization } = await founded(stage);
  const [email, other] = [someEmail(), someEmail()];
  const hash = addressHashOf(email);
  await stopMail(hash, organization, Date.now());
  await recordBounce(hash, organization, Date.now());
  await recordComplaint(addressHashOf(other), organization, Date.now());
  await suppress(email);

  // Addresses are compared without their case.
  const lifted = await record('mail allow', email.toUpperCase());

  expect(lifted).toEqual({ email, lifted_blocks: 2, was_suppressed_by_ses: true });
  expect(await blockOf(hash, organization)).toBeUndefined();
  expect(await blockOf(addressHashOf(other), organization)).toBe('own');
});
