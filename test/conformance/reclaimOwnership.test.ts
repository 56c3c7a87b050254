import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
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

/** A change of owners would disturb other tests. So these tests need people of their own, which only the local service can have. */
describe.skipIf(process.env.CREDENTIALS)('an owner with powers', () => {
  const own = ownActors();

  const ids = () => own.credentials.user_ids;
  const setRole = (as: Actor, who: 'owner' | 'admin', role: string) =>
    own.call.updateMemberRole({ as, path: { user_id: ids()[who] }, json: { role } });
  const reclaim = (session: 'owner' | 'member' = 'owner') =>
    own.call.reclaimOwnership({ session, headers: { Origin: own.credentials.base_url } });
  const owners = async (as: Actor = 'member') => (await own.call.listOrganizationOwners({ as })).body.items;

  // Threat: An admin removes the owners
  test.for<[how: string, take: () => Promise<{ status: number }>]>([
    ['demoted', () => setRole('admin', 'owner', 'member')],
    ['removed', () => own.call.removeMember({ as: 'admin', path: { user_id: ids().owner } })],
  ])('reclaims ownership after being %s by an owner without powers', async ([, take]) => {
    const { body: organization } = await own.call.getOrganization({ as: 'admin' });
    await setRole('admin', 'admin', 'owner');
    expect((await take()).status).toBeLessThan(300);
    const [alone, ...others] = await owners();
    // There is no owner with powers now.
    expect([alone, ...others]).toEqual([
      expect.objectContaining({ user_id: ids().admin, powers_from: null }),
    ]);
    const deletion = await own.call.deleteOrganization({ as: 'admin', json: { name: organization.name } });
    expect(deletion).toMatchObject(problem(403));
    expect(deletion.problem?.detail).toContain('ask an operator of the service');
    expect(await reclaim('member')).toMatchObject(problem(403));

    expect(await reclaim()).toMatchObject({ status: 200, body: organization });

    const owner = (await owners()).find(({ user_id }) => user_id === ids().owner);
    expect(owner?.powers_from).toBe(owner?.owner_since);
    // The other owner waits for a whole day again.
    const admin = (await owners()).find(({ user_id }) => user_id === ids().admin);
    expect(Date.parse(admin?.powers_from ?? '')).toBeGreaterThan(Date.parse(owner?.owner_since ?? ''));
    expect(await reclaim()).toMatchObject(problem(403));
    const demoted = await own.call.updateMemberRole({
      session: 'owner',
      headers: { Origin: own.credentials.base_url },
      path: { user_id: ids().admin },
      json: { role: 'admin' },
    });
    expect(demoted.status).toBe(204);
    expect((await owners()).map(({ user_id }) => user_id)).toEqual([ids().owner]);
  });

  // Threat: An admin removes the owners
  test('cannot reclaim from another owner with powers', async () => {
    const session = { session: 'owner', headers: { Origin: own.credentials.base_url } } as const;
    const path = { user_id: ids().admin };
    await own.call.updateMemberRole({ ...session, path, json: { role: 'owner' } });

    await setRole('admin', 'owner', 'admin');

    expect(await reclaim()).toMatchObject(problem(403));
  });
});
