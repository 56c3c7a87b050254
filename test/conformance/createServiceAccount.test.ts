import { describe, expect, test } from 'vitest';
import {
  accountAlone,
  accountsOf,
  accountsOrganization,
  addAccount,
  keysOf,
  makeKey,
  withKey,
} from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { membersOf, problem, user_ids } from '../support/organizations.ts';

test('a service account has a name, a role and no API key yet, and is not listed as a member', async () => {
  const { id: organization_id, as } = await accountsOrganization();

  const { body: member } = await addAccount(as);
  const { body, headers } = await addAccount(as, { role: 'admin' });

  expect(member.role).toBe('member');
  expect(body).toEqual({
    id: expect.stringMatching(/^svc_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Nightly import',
    role: 'admin',
    created_at: expect.any(String),
    made_by: (await call.getMe({ as: 'staff' })).body.user,
  });
  expect(headers.get('location')).toContain(`/v1/service_accounts/${body.id}`);
  expect(await accountsOf(as)).toEqual([body, member]);
  expect(await keysOf(as, { service_account_id: body.id })).toEqual([]);
  expect(JSON.stringify(await membersOf())).not.toContain(body.id.slice(4));
  const key = withKey(await makeKey(as, { service_account_id: body.id }));
  expect((await call.getMe(key)).body).toMatchObject({
    user: { id: body.id, type: 'service_account', name: 'Nightly import' },
    organization_id,
    role: 'admin',
    permissions: expect.arrayContaining(['organization#manage']),
  });
});

describe('a service account with the role admin', () => {
  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('invites nobody, changes no role, and makes no account and no key of another', async () => {
    const { as, account } = await accountAlone({ role: 'admin' });
    const other = (await addAccount(as, { name: 'Weekly export' })).body;
    const key = withKey(await makeKey(as, { service_account_id: account }));
    const before = await accountsOf(as);

    const answers = [
      await call.createInvitation({ ...key, json: { email: 'guest@example.com', role: 'admin' } }),
      await call.updateMemberRole({ ...key, path: { user_id: user_ids.member }, json: { role: 'owner' } }),
      await addAccount(key),
      await makeKey(key, { service_account_id: other.id }),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject(problem(403));
      expect(answer.problem?.detail).toContain('A person must do this');
    }
    expect(await accountsOf(as)).toEqual(before);
    expect(await keysOf(as, { service_account_id: other.id })).toEqual([]);
    expect((await call.listInvitations(as)).body.items).toEqual([]);
  });

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('makes keys for itself, with the maker of the key that it uses', async () => {
    const { as, account } = await accountAlone({ role: 'admin' });
    const maker = (await call.getMe({ as: 'staff' })).body.user;
    const first = await makeKey(as, { service_account_id: account });

    const second = await makeKey(withKey(first));
    const third = await makeKey(withKey(second), { service_account_id: account });

    expect([first, second, third].map(({ body }) => body.made_by)).toEqual([maker, maker, maker]);
  });
});
