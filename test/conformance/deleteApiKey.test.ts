import { describe, expect, test } from 'vitest';
import { accountAlone, endKey, keysOf, makeKey, withKey } from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { idsOf } from '../support/pages.ts';

const nobodys = 'key_00000000000000000000000000';

describe('an API key', () => {
  test('is revoked once, and is not listed any more', async () => {
    const kept = (await makeKey({ as: 'member' })).body;
    const ended = await makeKey({ as: 'member' });

    expect(await endKey({ as: 'member' }, ended.body.id)).toMatchObject({ status: 200, body: {} });
    expect(await endKey({ as: 'member' }, ended.body.id)).toMatchObject(problem(404));

    const listed = await eventually(
      () => keysOf({ as: 'member' }),
      (keys) => !idsOf(keys).includes(ended.body.id) && idsOf(keys).includes(kept.id),
    );
    expect(idsOf(listed)).toContain(kept.id);
    // The authorizer has not read this key before. Otherwise it could accept the key for 30 more seconds, from its cache.
    expect((await call.getMe(withKey(ended))).status).toBe(401);
    await endKey({ as: 'member' }, kept.id);
  });

  test('is revoked by one of many requests at the same time', async () => {
    const { id } = (await makeKey({ as: 'member' })).body;

    const answers = await Promise.all(Array.from({ length: 5 }, () => endKey({ as: 'member' }, id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  test('can revoke itself', async () => {
    const made = await makeKey({ as: 'read_only' });

    expect((await endKey(withKey(made), made.body.id)).status).toBe(200);
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
    const { as, account } = await accountAlone();
    const accounts = (await makeKey(as, { service_account_id: account })).body;

    const attempts = [
      await endKey({ as: 'owner' }, own.id),
      await endKey({ as: 'admin' }, own.id),
      await endKey({ as: 'outsider' }, own.id),
      await endKey({ as: 'service_account' }, own.id),
      await endKey({ as: 'newcomer' }, own.id),
      await endKey(as, own.id),
      await endKey({ as: 'owner' }, accounts.id),
      await endKey({ as: 'member' }, accounts.id),
      await endKey({ as: 'owner' }, nobodys),
      // An id is a UUID in base32, and this number is too large for a UUID. So no key has this id.
      await endKey({ as: 'owner' }, `key_z${own.id.slice(5)}`),
    ];

    for (const attempt of attempts) expect(attempt).toMatchObject(problem(404));
    expect(new Set(attempts.map((attempt) => JSON.stringify(attempt.problem))).size).toBe(1);
    expect((await endKey({ as: 'member' }, own.id)).status).toBe(200);
  });

  test('that belongs to a service account, by a member', async () => {
    const service = { as: 'service_account' } as const;
    const made = (await makeKey(service)).body;

    for (const as of ['member', 'read_only'] as const)
      expect(await endKey({ as }, made.id)).toMatchObject(problem(404));

    expect((await endKey({ as: 'admin' }, made.id)).status).toBe(200);
  });
});
