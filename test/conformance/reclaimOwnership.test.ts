import { describe, expect, test } from 'vitest';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { problem, sameOrigin } from '../support/organizations.ts';
import { ownActors } from '../support/ownActors.ts';

test('an owner has nothing to reclaim, and an API key cannot reclaim', async () => {
  const answers = [
    await call.reclaimOwnership({ session: 'owner', headers: sameOrigin }),
    await call.reclaimOwnership({ as: 'owner' }),
  ];

  for (const answer of answers) expect(answer).toMatchObject(problem(403));
  expect(await call.reclaimOwnership({ as: null })).toMatchObject(problem(401));
});

/** A change of owners would disturb other tests. So this test needs people of its own, which only the local service can have. */
describe.skipIf(process.env.CREDENTIALS)('an owner with powers', () => {
  const own = ownActors();

  // Threat: An admin removes the owners
  test('reclaims ownership from owners without powers, and not from another owner with powers', async () => {
    const { owner, admin } = own.credentials.user_ids;
    const session = { session: 'owner', headers: { Origin: own.credentials.base_url } } as const;
    const setRole = (by: CallRequest, user_id: string, role: string) =>
      own.call.updateMemberRole({ ...by, path: { user_id }, json: { role } });
    const { name } = (await own.call.getOrganization()).body;
    await setRole({ as: 'admin' }, admin, 'owner');
    await setRole({ as: 'admin' }, owner, 'member');

    const deletion = await own.call.deleteOrganization({ as: 'admin', json: { name } });
    const byAnother = await own.call.reclaimOwnership({ ...session, session: 'member' });
    expect(await own.call.reclaimOwnership(session)).toMatchObject({ status: 200, body: { name } });
    await setRole(session, admin, 'owner');
    await setRole({ as: 'admin' }, owner, 'admin');

    expect(deletion.problem?.detail).toContain('ask an operator of the service');
    for (const answer of [deletion, byAnother, await own.call.reclaimOwnership(session)])
      expect(answer).toMatchObject(problem(403));
  });
});
