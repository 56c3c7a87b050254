import { expect } from 'vitest';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';
import { addPolicy, change } from '../support/policies.ts';
import { test } from '../support/test.ts';

test('policies are listed newest first, in pages, without those that are archived or only these', async ({
  organization: { headers },
}) => {
  const as = { as: 'staff', headers } as const;
  const list = (query: Record<string, string>) => call.listPolicies({ ...as, query });
  const ids = async (query: Record<string, string>) =>
    idsOf((await walk(list, { limit: '2', ...query })).flatMap(({ items }) => items));
  const made: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) made.unshift((await addPolicy(name, as)).id);
  const archived = [made[1] ?? '', made[3] ?? ''];
  for (const id of archived) await change(id, { archived: true }, as);

  const kept = made.filter((id) => !archived.includes(id));
  for (const query of [{}, { archived: 'false' }]) expect(await ids(query)).toEqual(kept);
  await eventually(
    () => ids({ archived: 'true' }),
    ({ length }) => length === 2,
  );
  expect(await ids({ archived: 'true' })).toEqual(archived);
  const cursor = (await list({ limit: '1' })).body.pagination.next_cursor;
  expect(await list({ cursor, archived: 'true' })).toMatchObject(problem(400));
  expect(await call.listPolicies({ query: { cursor } })).toMatchObject(problem(400));
  await change(archived[0] ?? '', { archived: false }, as);
  expect(await ids({})).toEqual([made[0], made[1], made[2], made[4]]);
  const wrong = await list({ archived: 'yes' });
  expect(wrong).toMatchObject(problem(400));
  expect(wrong.problem?.detail).toContain('archived');
});
