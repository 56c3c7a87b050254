import { expect, test } from 'vitest';
import { addAccount, removeAccount } from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { problem, user_ids } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';

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
