import { describe, expect, test } from 'vitest';
import { accountAlone, endKey, keysOf, makeKey, removeAccount, withKey } from '../support/apiKeys.ts';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { organization_id, problem, sameOrigin, user_ids } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';

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

test('API keys of a service account are listed to its managers, newest first, page by page, without secrets', async () => {
  const { as, account } = await accountAlone();
  const query = { service_account_id: account };
  const made = [];
  for (const name of ['one', 'two', 'three']) made.unshift(await makeKey(as, { ...query, name }));
  await eventually(
    () => keysOf(as, query),
    ({ length }) => length === 3,
  );

  const pages = await walk((page) => call.listApiKeys({ ...as, query: page }), { ...query, limit: '2' });

  const shown = made.map(({ body: { api_key: _secret, ...key } }) => key);
  expect(pages.map(({ items }) => items)).toEqual([shown.slice(0, 2), shown.slice(2)]);
  const [last] = made;
  if (!last) throw new Error('there is no key');
  expect(idsOf(await keysOf(withKey(last)))).toEqual(idsOf(shown));
  expect(await keysOf(as)).toEqual([]);
  expect(await call.listApiKeys({ ...withKey(last), query })).toMatchObject(problem(403));
  expect(await call.listApiKeys({ query })).toMatchObject(problem(404));
  // The key was used by the requests before.
  const used = await eventually(
    () => keysOf(as, query),
    (keys) => keys.some(({ last_used_at }) => last_used_at !== null),
  );
  expect(used.map(({ id, last_used_at }) => [id, last_used_at])).toEqual([
    [last.body.id, expect.stringMatching(/T\d\d:00:00\.000Z$/)],
    ...idsOf(shown.slice(1)).map((id) => [id, null]),
  ]);
  const cursor = pages[0]?.pagination.next_cursor ?? '';
  for (const wrong of [{ cursor }, { ...query, cursor: `A${cursor}` }])
    expect(await call.listApiKeys({ ...as, query: wrong })).toMatchObject(problem(400));
});

test('API keys of a service account are not listed to a member, nor those of something else', async () => {
  const { user } = (await call.getMe({ as: 'service_account' })).body;

  const answer = await call.listApiKeys({ as: 'member', query: { service_account_id: user.id } });
  expect(answer).toMatchObject(problem(403));
  for (const service_account_id of ['svc_1', 'user_00000000000000000000000000']) {
    const malformed = await call.listApiKeys({ query: { service_account_id } });
    expect(malformed).toMatchObject(problem(400));
    expect(malformed.problem?.detail).toContain('service_account_id');
  }
});

const nobodys = 'key_00000000000000000000000000';

describe('an API key', () => {
  test('is revoked once, also by many requests at the same time, and is not listed any more', async () => {
    const kept = (await makeKey({ as: 'member' })).body;
    const ended = await makeKey({ as: 'member' });

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => endKey({ as: 'member' }, ended.body.id)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    const listed = await eventually(
      () => keysOf({ as: 'member' }),
      (keys) => !idsOf(keys).includes(ended.body.id) && idsOf(keys).includes(kept.id),
    );
    expect(idsOf(listed)).toContain(kept.id);
    // The authorizer has not read this key before. Otherwise it could accept the key for 30 more seconds, from its cache.
    expect((await call.getMe(withKey(ended))).status).toBe(401);
    expect(await endKey({ as: 'member' }, kept.id)).toMatchObject({ status: 200, body: {} });
  });

  test('of a service account is revoked by managers of its organization, or by itself', async () => {
    const { as, account } = await accountAlone();
    const [one, other] = [
      await makeKey(as, { service_account_id: account }),
      await makeKey(as, { service_account_id: account }),
    ];

    expect((await endKey(as, one.body.id)).status).toBe(200);
    expect((await endKey(withKey(other), other.body.id)).status).toBe(200);
  });
});

describe('no API key is revoked', () => {
  // Threat: A key with few permissions revokes the other keys of its owner
  test('by a key with fewer permissions', async () => {
    const wide = (await makeKey({ as: 'member' })).body;
    const permissions = ['document#read', 'document#write'];
    const broad = (await makeKey({ as: 'member' }, { permissions })).body;

    for (const { id } of [wide, broad])
      expect(await endKey({ as: 'read_only' }, id)).toMatchObject(problem(403));

    for (const { id } of [wide, broad]) expect((await endKey({ as: 'member' }, id)).status).toBe(200);
  });

  // Threat: A key with few permissions revokes the other keys of its owner
  test('that belongs to others, as if it did not exist', async () => {
    const own = (await makeKey({ as: 'member' })).body;
    const service = (await makeKey({ as: 'service_account' })).body;

    const attempts = [
      await endKey({ as: 'owner' }, own.id),
      await endKey({ as: 'admin' }, own.id),
      await endKey({ as: 'outsider' }, own.id),
      await endKey({ as: 'service_account' }, own.id),
      await endKey({ as: 'newcomer' }, own.id),
      await endKey({ as: 'outsider' }, service.id),
      await endKey({ as: 'member' }, service.id),
      await endKey({ as: 'read_only' }, service.id),
      await endKey({ as: 'owner' }, nobodys),
      // An id is a UUID in base32, and this number is too large for a UUID. So no key has this id.
      await endKey({ as: 'owner' }, `key_z${own.id.slice(5)}`),
    ];

    for (const attempt of attempts) expect(attempt).toMatchObject(problem(404));
    expect(new Set(attempts.map((attempt) => JSON.stringify(attempt.problem))).size).toBe(1);
    expect((await endKey({ as: 'member' }, own.id)).status).toBe(200);
    expect((await endKey({ as: 'admin' }, service.id)).status).toBe(200);
  });
});
