import { describe, expect, test } from 'vitest';
import { accountAlone, keysOf, makeKey, withKey } from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';

/** Makes a service account with keys, oldest first, and waits until all are listed. */
async function accountWithKeys(count: number) {
  const { as, account } = await accountAlone();
  const query = { service_account_id: account };
  const made = [];
  for (let index = 0; index < count; index++)
    made.push(await makeKey(as, { service_account_id: account, name: `key ${index}` }));
  await eventually(
    () => keysOf(as, query),
    (keys) => keys.length === count,
  );
  return { as, query, account, made };
}

describe('API keys', () => {
  test('are listed newest first, page by page, without their secrets', async () => {
    const { as, query, made } = await accountWithKeys(5);

    const pages = await walk((page) => call.listApiKeys({ ...as, query: { ...query, ...page } }), {
      limit: '2',
    });

    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    const items = pages.flatMap((page) => page.items);
    expect(items).toEqual(made.map(({ body: { api_key: _secret, ...shown } }) => shown).toReversed());
  });

  test('have the hour of their last use', async () => {
    const { as, query, made } = await accountWithKeys(2);
    const [used] = made;
    if (used) await call.getMe(withKey(used));

    const listed = await eventually(
      () => keysOf(as, query),
      (keys) => keys.some(({ last_used_at }) => last_used_at !== null),
    );

    const [unused, shown] = listed;
    expect(shown).toMatchObject({
      id: used?.body.id,
      last_used_at: expect.stringMatching(/T\d\d:00:00\.000Z$/),
    });
    expect(unused?.last_used_at).toBeNull();
  });

  test('of the caller are listed for the organization in which the caller acts', async () => {
    const [own, others] = [await keysOf({ as: 'staff' }), await keysOf({ as: 'owner' })];

    const { id } = (await call.getMe({ as: 'staff' })).body.user;
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ owner }) => owner.id))).toEqual(new Set([id]));
    expect(idsOf(others)).not.toEqual(expect.arrayContaining(idsOf(own)));
    expect(await keysOf((await accountAlone()).as)).toEqual([]);
  });
});

describe('no API keys are listed', () => {
  test('from a cursor of another list, or an altered one', async () => {
    const [one, other] = [await accountWithKeys(2), await accountWithKeys(2)];
    const { pagination } = (await call.listApiKeys({ ...one.as, query: { ...one.query, limit: '1' } })).body;
    const cursor = pagination.next_cursor;

    expect(await call.listApiKeys({ ...other.as, query: { ...other.query, cursor } })).toMatchObject(
      problem(400),
    );
    expect(
      await call.listApiKeys({ ...one.as, query: { ...one.query, cursor: `A${cursor}` } }),
    ).toMatchObject(problem(400));
  });

  test.for(['svc_1', 'user_00000000000000000000000000'])('of %s', async (service_account_id) => {
    const answer = await call.listApiKeys({ query: { service_account_id } });

    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain('service_account_id');
  });

  test.for(['member', 'read_only', 'service_account', 'newcomer'] as const)(
    'of a service account to the %s',
    async (as) => {
      const service_account_id = (await call.getMe({ as: 'service_account' })).body.user.id;

      expect(await call.listApiKeys({ as, query: { service_account_id } })).toMatchObject(problem(403));
    },
  );
});
