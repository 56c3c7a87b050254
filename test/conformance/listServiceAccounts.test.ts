import { describe, expect, test } from 'vitest';
import { accountsOf, accountsOrganization, addAccount, removeAccount } from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { problem, user_ids } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';

describe('service accounts', () => {
  test('are listed newest first, page by page', async () => {
    const { as } = await accountsOrganization();
    const made = [];
    for (let index = 0; index < 5; index++) made.push((await addAccount(as, { name: `${index}` })).body);

    const pages = await walk((query) => call.listServiceAccounts({ ...as, query }), { limit: '2' });

    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    expect(pages.flatMap((page) => page.items)).toEqual(made.toReversed());
  });

  test.for(['owner', 'admin'] as const)('are shown to the %s, without people', async (as) => {
    const { user } = (await call.getMe({ as: 'service_account' })).body;

    const listed = await accountsOf({ as });

    expect(listed).toContainEqual({
      id: user.id,
      name: user.name,
      role: 'member',
      created_at: expect.any(String),
      made_by: null,
    });
  });

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('are listed by their maker, with either id of this person', async () => {
    const made = [];
    for (const as of ['admin', 'owner', 'admin'] as const) made.push((await addAccount({ as })).body);
    const ids = (made_by: string, limit: string) =>
      walk((query) => call.listServiceAccounts({ query: { made_by, ...query } }), { limit }).then((pages) =>
        idsOf(pages.flatMap(({ items }) => items)),
      );
    const [first, second, third] = idsOf(made);

    const ofAdmin = await ids(user_ids.admin, '1');

    expect(ofAdmin).toEqual(expect.arrayContaining([third, first]));
    expect(ofAdmin).not.toContain(second);
    expect(await ids(user_ids.admin.replace('usr_', 'user_'), '100')).toEqual(ofAdmin);
    expect(await ids(user_ids.owner, '100')).toContain(second);
    expect(await ids(user_ids.member, '100')).toEqual([]);
    const one = { made_by: user_ids.admin, limit: '1' };
    const { next_cursor } = (await call.listServiceAccounts({ query: one })).body.pagination;
    for (const query of [{ cursor: next_cursor }, { made_by: 'olivia' }, { made_by: first ?? '' }])
      expect(await call.listServiceAccounts({ query })).toMatchObject(problem(400));
    for (const { id } of made) await removeAccount({}, id);
  });

  test('are of one organization: a cursor of another one is refused', async () => {
    const [one, other] = [await accountsOrganization(), await accountsOrganization()];
    for (let index = 0; index < 2; index++) await addAccount(one.as);
    const { items, pagination } = (await call.listServiceAccounts({ ...one.as, query: { limit: '1' } })).body;

    const query = { cursor: pagination.next_cursor };
    expect(await call.listServiceAccounts({ ...other.as, query })).toMatchObject(problem(400));
    expect(await accountsOf(other.as)).toEqual([]);
    expect(idsOf(await accountsOf({ as: 'owner' }))).not.toContain(items[0]?.id);
  });
});
