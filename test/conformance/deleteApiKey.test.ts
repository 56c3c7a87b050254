import { describe, expect, test } from 'vitest';
import { accountAlone, endKey, keysOf, makeKey, withKey } from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { idsOf } from '../support/pages.ts';

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
