import { expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { membersOf, user_ids } from '../support/organizations.ts';

test.for(['owner', 'admin', 'member', 'service_account'] as const)('%s may list the owners', async (as) => {
  const owner = (await membersOf()).find(({ user_id }) => user_id === user_ids.owner);

  const { items } = (await call.listOrganizationOwners({ as })).body;

  // The founder has powers at once.
  expect(items).toContainEqual({
    user_id: user_ids.owner,
    owner_since: owner?.joined_at,
    powers_from: owner?.joined_at,
  });
  expect(items.map(({ user_id }) => user_id)).not.toContain(user_ids.member);
});
