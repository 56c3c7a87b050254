import { beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationPolicy } from '../../shared/contract/resources/policy.ts';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change, policiesOf } from '../support/policies.ts';
import { newOrganization } from '../support/webhooks.ts';

let headers: Record<string, string>;
/** The policies, newest first. The second and the fourth are archived. */
let policies: OrganizationPolicy[];
beforeAll(async () => {
  ({ headers } = await newOrganization());
  const as = 'staff';
  policies = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'])
    policies.unshift(await addPolicy(name, { as, headers }));
  for (const policy of policies.filter((_, index) => index === 1 || index === 3))
    Object.assign(policy, (await change(policy.id, { archived: true }, { as, headers })).body);
});
const kept = () => policies.filter(({ archived }) => !archived);
const archived = () => policies.filter((policy) => policy.archived);

const list = (query: Record<string, string> = {}, more: CallRequest = {}) =>
  call.listPolicies({ as: 'staff', headers, query, ...more });
const archivedOnes = () =>
  eventually(
    async () => (await list({ archived: 'true' })).body.items,
    (items) => items.length === archived().length,
  );

describe('policies', () => {
  test('are listed only if archived, on request', async () => {
    expect(await archivedOnes()).toEqual(archived());
  });

  test.for([
    ['kept', 'false', [2, 2, 1]],
    ['archived', 'true', [1, 1]],
  ] as const)('that are %s are listed page by page', async ([, query, sizes]) => {
    await archivedOnes();

    const pages = await walk((page) => list(page), { limit: String(sizes[0]), archived: query });

    expect(pages.map(({ items }) => items.length)).toEqual(sizes);
    expect(pages.flatMap(({ items }) => items)).toEqual(query === 'true' ? archived() : kept());
  });

  test('move between the lists, back and forth', async () => {
    const { headers } = await newOrganization();
    const { id } = await addPolicy('Moved', { as: 'staff', headers });
    const ids = async (archived: string) => (await policiesOf(headers, { archived })).map((one) => one.id);

    for (const archived of [true, false, true]) {
      await change(id, { archived }, { as: 'staff', headers });

      expect(await ids('false')).toEqual(archived ? [] : [id]);
      expect(
        await eventually(
          () => ids('true'),
          (found) => found.length > 0 === archived,
        ),
      ).toEqual(archived ? [id] : []);
    }
  });
});

describe('policies are not listed', () => {
  test.for([
    [{ archived: '' }, 'archived'],
    [{ archived: 'yes' }, 'archived'],
  ] as const)('for %j', async ([query, name]) => {
    const answer = await list(query);

    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain(name);
  });

  test('for a cursor of the other list or of another organization', async () => {
    const cursor = (await list({ limit: '1' })).body.pagination.next_cursor;

    expect(await list({ cursor, archived: 'true' })).toMatchObject(problem(400));
    expect(await call.listPolicies({ query: { cursor } })).toMatchObject(problem(400));
  });
});
