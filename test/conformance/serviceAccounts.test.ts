import { describe, expect, test } from 'vitest';
import {
  accountAlone,
  accountsOf,
  accountsOrganization,
  addAccount,
  endKey,
  keysOf,
  makeKey,
  removeAccount,
  withKey,
} from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { membersOf, problem, user_ids } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';
import { register, unusedUrl } from '../support/webhooks.ts';

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

// Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
test('service accounts are listed newest first, in pages, also by their maker with either id of this person', async () => {
  const made: { readonly id: string }[] = [];
  for (const as of ['admin', 'owner', 'admin'] as const) made.push((await addAccount({ as })).body);
  const list = (query: Record<string, string>) => call.listServiceAccounts({ query });
  const ids = async (query: Record<string, string>) =>
    idsOf((await walk(list, query)).flatMap(({ items }) => items));
  const [first = '', second = '', third = ''] = idsOf(made);

  const all = await ids({ limit: '2' });
  const ofAdmin = await ids({ made_by: user_ids.admin, limit: '1' });

  expect(all.filter((id) => idsOf(made).includes(id))).toEqual([third, second, first]);
  expect(ofAdmin).toEqual(expect.arrayContaining([third, first]));
  expect(ofAdmin).not.toContain(second);
  expect(await ids({ made_by: user_ids.admin.replace('usr_', 'user_') })).toEqual(ofAdmin);
  expect(await ids({ made_by: user_ids.owner })).toContain(second);
  expect(await ids({ made_by: user_ids.member })).toEqual([]);
  const { next_cursor: cursor } = (await list({ made_by: user_ids.admin, limit: '1' })).body.pagination;
  for (const query of [{ cursor }, { made_by: 'olivia' }, { made_by: first }])
    expect(await call.listServiceAccounts({ query: { ...query } })).toMatchObject(problem(400));
  for (const { id } of made) await removeAccount({}, id);
});

describe('a service account that was removed', () => {
  test('does not exist any more, and its keys have ended', async () => {
    const { as, account } = await accountAlone();
    const kept = (await addAccount(as, { name: 'Weekly export' })).body;
    const key = await makeKey(as, { service_account_id: account });
    const unused = await makeKey(as, { service_account_id: account });
    expect((await call.getMe(withKey(key))).status).toBe(200);

    expect(await removeAccount(as, account)).toMatchObject({ status: 200, body: {} });

    // The authorizer reads the membership for each request, so the 30 seconds of its cache of keys do not apply.
    for (const one of [key, unused]) expect((await call.getMe(withKey(one))).status).toBe(401);
    expect(await accountsOf(as)).toEqual([kept]);
    expect(await removeAccount(as, account)).toMatchObject(problem(404));
    expect(await makeKey(as, { service_account_id: account })).toMatchObject(problem(404));
    expect(await endKey(as, unused.body.id)).toMatchObject(problem(404));
  });

  test('is no longer responsible for webhook endpoints', async () => {
    const { as, account } = await accountAlone({ role: 'admin' });
    const key = withKey(await makeKey(as, { service_account_id: account }));
    const { id } = (await register({}, { url: unusedUrl, events: ['webhook.test'] }, key)).body;

    await removeAccount(as, account);

    const { body } = await call.getWebhook({ ...as, path: { webhook_id: id } });
    expect(body).toMatchObject({
      state: 'disabled',
      disabled_reason: 'registrar',
      created_by: { id: account },
    });
  });
});
