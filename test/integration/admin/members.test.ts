import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { actorId, organizationId } from '../../../shared/contract/identifiers.ts';
import {
  apiKeyIdOf,
  getApiKey,
  issueOneMore,
  newApiKey,
  uuidOfKey,
} from '../../../shared/data/callers/apiKeys.ts';
import { findUserByEmail } from '../../../shared/data/callers/callers.ts';
import { addingServiceAccount } from '../../../shared/data/callers/serviceAccounts.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { testOn } from './endpoints.ts';
import { founded, joined, operator, someEmail } from './operator.ts';

const stage = operator();
const test = testOn(stage);
const { admin, record, rows, refuses } = stage;

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

test('does not change the current organization of a person who has one', async ({
  founded: { organization },
}) => {
  const other = await founded(stage);

  await record('members add', other.email, '--organization', organization);
  await record('members remove --yes', other.email, '--organization', organization);

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
  const { organization } = await founded(stage);
  const { email, unbound } = await joinedWithKey(organization);
  const other = await founded(stage);
  await record('members add', email, '--organization', other.organization);
  const issue = async (...options: string[]) => (await record('keys issue', email, ...options)).id;
  const bound = [await issue(), await issue('--organization', organization)];
  const elsewhere = await issue('--organization', other.organization);
  await record('keys revoke --yes', (await issue()) ?? '');

  const remove = ['members remove --yes', email, '--organization', organization];
  const first = await record(...remove);
  expect(first).toMatchObject({ active_keys: [unbound] });
  expect(new Set(first.revoked_keys)).toEqual(new Set(bound));

  await record('members add', email, '--organization', organization);
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
    const found = await getOrganization(z.parse(organizationId, organization));
    if (!person || !found) throw new Error('they are gone');
    const { id, type, name } = person;
    const made_by = { id, type, name };
    const { account, writes } = addingServiceAccount({ name: 'Sync', role: 'admin', made_by }, found, 0);
    await transact(writes);
    const other = await record('service-accounts create', 'Import', '--organization', organization);
    const owner_id = z.parse(actorId, other.id);
    const given = { uuid: crypto.randomUUID(), secret_hash: '', name: 'theirs', owner_id, made_by };
    const issued = await issueOneMore(newApiKey({ ...given, organization_id: found.id }, 0), 100, null, 0);
    await transact(issued ?? []);
    return {
      remove: ['members remove --yes', email, '--organization', organization],
      account: account.id,
      key: apiKeyIdOf(given),
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
  const { email, organization } = await founded(stage);
  const disabled = await joined(stage, organization, 'owner');
  await record('users disable --yes', disabled);
  const message = `error: ${email} is the only owner who is not disabled of Example Ltd (${organization}). Make another member owner first.\n`;

  for (const argv of [
    ['set-role', email, 'admin'],
    ['remove', email],
  ])
    await refuses(1, message, 'members', ...argv, '--organization', organization);

  await record('members remove --yes', disabled, '--organization', organization);
  expect(await record('organizations show', organization)).toMatchObject({ owner_count: 1 });
});

test('refuses to add a member again, to change somebody who is not a member, and an unknown role', async () => {
  const { email, organization } = await founded(stage);
  const stranger = (await founded(stage)).email;
  const nowhere = `org_${'0'.repeat(26)}`;
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
