import { expect, test } from 'vitest';
import { accountAlone, keysOf, makeKey, withKey } from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';

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
