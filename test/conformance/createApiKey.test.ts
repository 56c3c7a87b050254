import { describe, expect, test } from 'vitest';
import { accountAlone, endKey, keysOf, makeKey, removeAccount, withKey } from '../support/apiKeys.ts';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { organization_id, problem, sameOrigin, user_ids } from '../support/organizations.ts';

const hourMilliseconds = 3_600_000;
const inAnHour = () => new Date(Date.now() + hourMilliseconds).toISOString();
const whoIs = async (request: CallRequest) => (await call.getMe(request)).body;

describe('an API key', () => {
  test.for<CallRequest>([{ session: 'member', headers: sameOrigin }, { as: 'service_account' }])(
    'acts as its maker in their organization, and is shown once: %j',
    async (maker) => {
      const me = await whoIs(maker);
      const expires_at = inAnHour();

      const made = await makeKey(maker, { name: 'laptop ☕', expires_at });

      const { api_key, ...shown } = made.body;
      expect(shown).toEqual({
        id: expect.stringMatching(/^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
        name: 'laptop ☕',
        owner: me.user,
        organization_id,
        permissions: me.permissions,
        created_at: expect.any(String),
        expires_at,
        made_by: me.user,
        last_used_at: null,
      });
      expect(api_key).toMatch(new RegExp(`^dgs_(live|test)_${shown.id.slice(4)}[0-9A-Za-z]{32}$`));
      expect(made.headers.get('location')).toContain(`/v1/api_keys/${shown.id}`);
      expect(await whoIs(withKey(made))).toEqual(me);
      const listed = await eventually(
        () => keysOf(maker),
        (keys) => keys.some(({ id }) => id === shown.id),
      );
      expect(JSON.stringify(listed)).not.toContain(api_key.slice(-32));
      await endKey(maker, shown.id);
    },
  );

  test('of a service account is made by managers of its organization', async () => {
    const { id, as, account } = await accountAlone();

    const made = await makeKey(as, { service_account_id: account });

    expect(made.body).toMatchObject({
      owner: { id: account, type: 'service_account', name: 'Nightly import' },
      organization_id: id,
      permissions: (await whoIs(withKey(made))).permissions,
      made_by: (await whoIs({ as: 'staff' })).user,
    });
    expect(await whoIs(withKey(made))).toMatchObject({
      user: { id: account },
      organization_id: id,
      role: 'member',
    });
  });
});

describe('a key has at most the rights of the credential that makes it', () => {
  // Threat: A key gives itself more permissions, a later end, or keys that outlive it
  test('also by default', async () => {
    const permissions = ['document#read', 'organization#list_members'];
    const expires_at = inAnHour();
    const first = await makeKey({ as: 'member' }, { permissions, expires_at });

    const second = await makeKey(withKey(first));

    expect(first.body.permissions).toEqual(permissions);
    expect(second.body).toMatchObject({ permissions, expires_at });
    expect((await whoIs(withKey(second))).permissions).toEqual(permissions);
    expect((await call.createUpload({ ...withKey(second), json: { size_bytes: 5 } })).status).toBe(403);
    for (const { body } of [first, second]) await endKey({ as: 'member' }, body.id);
  });

  test.for([
    ['read_only', ['document#read', 'document#write']],
    ['member', ['organization#manage']],
    ['service_account', ['organization#create']],
  ] as const)('so the key of %s cannot make one for %j', async ([as, permissions]) => {
    const name = crypto.randomUUID();

    const answer = await makeKey({ as }, { name, permissions });

    expect(answer).toMatchObject(problem(403));
    expect(answer.problem?.detail).toContain(permissions.at(-1));
    expect((await keysOf({ as })).map((key) => key.name)).not.toContain(name);
  });

  // Threat: A key gives itself more permissions, a later end, or keys that outlive it
  test('so it does not end later, and a revoked key makes no other, even while it is still accepted', async () => {
    const { as, account } = await accountAlone({ role: 'member' });
    const expires_at = inAnHour();
    const made = { service_account_id: account };
    expect(await makeKey(as, { ...made, permissions: ['organization#manage'] })).toMatchObject(problem(403));
    const permissions = ['document#write', 'document#read', 'document#read'];
    const first = await makeKey(as, { ...made, permissions, expires_at });
    const earlier = new Date(Date.parse(expires_at) - 60_000).toISOString();
    const later = new Date(Date.parse(expires_at) + 1).toISOString();

    expect(first.body.permissions).toEqual(['document#read', 'document#write']);
    for (const end of [earlier, expires_at])
      expect((await makeKey(withKey(first), { expires_at: end })).body.expires_at).toBe(end);
    const refused = await makeKey(withKey(first), { expires_at: later });
    expect(refused).toMatchObject(problem(403));
    expect(refused.problem?.detail).toContain(expires_at);
    await endKey(as, first.body.id);

    expect(await makeKey(withKey(first))).toMatchObject(problem(401));
  });
});

describe('no API key is made', () => {
  test.for(['member', 'service_account'] as const)('for a service account by the %s', async (as) => {
    const service_account_id = (await whoIs({ as: 'service_account' })).user.id;

    expect(await makeKey({ as }, { service_account_id })).toMatchObject(problem(403));
  });

  test('for a service account of another organization, an unknown one, or a removed one', async () => {
    const { as, account } = await accountAlone();
    await removeAccount(as, account);
    const theirs = (await whoIs({ as: 'service_account' })).user.id;
    const [nobody, person] = ['svc_00000000000000000000000000', `svc_${user_ids.member.slice(4)}`];

    for (const service_account_id of [account, theirs, nobody, person])
      expect(await makeKey(as, { service_account_id })).toMatchObject(problem(404));
    expect(await makeKey({ as: 'owner' }, { service_account_id: person })).toMatchObject(problem(404));
    // Staff may make no key of their own in an organization that they are not members of.
    expect(await makeKey(as)).toMatchObject(problem(403));
  });
});
