import { describe, expect, test } from 'vitest';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import {
  getOrganizationAndMember,
  replaceCounts,
  replaceMember,
  withMemberRole,
} from '../../../shared/data/organizations/organizations.ts';
import { createTakenOwnership } from '../../../shared/data/organizations/takenOwnerships.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import type { CallRequest } from '../../support/client.ts';
import {
  byKey,
  bySession,
  memberIdOf,
  storedMember,
  storedOrganization,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { call, credentials } = await sharedStage();

const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
const inHours = (hours: number) =>
  expect.stringContaining(new Date(hoursAgo(-hours)).toISOString().slice(0, 13));

async function membershipOf(id: OrganizationId, user: CallerItem) {
  const { organization, member } = await getOrganizationAndMember(id, user.id);
  if (!organization || !member) throw new Error(`${user.id} is no member of ${id}`);
  return { organization, member };
}

/** An organization with its founder, and with an admin who made themselves owner this number of hours ago. */
async function withUsurper(hours: number) {
  const { id, owner: founder } = await storedOrganization();
  const usurper = await storedMember(id, 'admin');
  const { organization, member } = await membershipOf(id, usurper);
  const next = withMemberRole(
    // The organization has had an owner with powers for much longer than a new owner waits.
    { ...organization, powers_since: new Date(hoursAgo(1000)).toISOString() },
    member,
    'owner',
    { now: hoursAgo(hours), appoints: false },
  );
  await transact([replaceMember(next.member), replaceCounts(organization, next.organization)]);
  const session = (user: CallerItem) => bySession(user, credentials);
  return { id, founder, usurper, ofFounder: await session(founder), ofUsurper: await session(usurper) };
}
type There = Awaited<ReturnType<typeof withUsurper>>;
type By = Pick<CallRequest, 'as' | 'headers'>;

/**
 * Returns whether the caller has the powers of an owner. The request needs these powers, but deletes nothing, because the name is empty.
 */
const powers = async (by: By) =>
  (await call.deleteOrganization({ ...by, json: { name: '' } })).status === 422;
const refusal = async (by: By) =>
  (await call.deleteOrganization({ ...by, json: { name: '' } })).problem?.detail;
const remove = (user: CallerItem, by: By) =>
  call.removeMember({ ...by, path: { user_id: memberIdOf(user) } });
const owners = async (by: By) => (await call.listOrganizationOwners(by)).body.items;
/** Staff have the powers of an owner in every organization. */
const byStaff = (id: OrganizationId) => ({
  as: 'staff' as const,
  headers: { 'X-Service-Organization-Id': id },
});

describe('an admin who made themselves owner', () => {
  test('has powers after a day in which an owner with powers could object, and can then be the only owner', async () => {
    const early = await withUsurper(23);
    const late = await withUsurper(25);

    expect([await powers(early.ofUsurper), await powers(late.ofUsurper)]).toEqual([false, true]);
    expect(await refusal(early.ofUsurper)).toEqual(inHours(1));
    expect((await remove(late.founder, late.ofUsurper)).status).toBe(200);
    expect(await powers(late.ofUsurper)).toBe(true);
    // The usurper had powers, so the removal cannot be undone.
    expect(await call.reclaimOwnership(late.ofFounder)).toMatchObject({ status: 403 });
  });

  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test('has no powers while there is no owner with powers, after any time', async () => {
    const there = await withUsurper(23);
    const admin = await byKey(await storedMember(there.id, 'admin'));

    expect((await remove(there.founder, admin)).status).toBe(200);

    expect(await owners(there.ofUsurper)).toEqual([
      expect.objectContaining({ user_id: memberIdOf(there.usurper), powers_from: null }),
    ]);
    expect(await refusal(there.ofUsurper)).toContain('ask an operator of the service');
  });

  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test('waits for a whole day again after the owner is back, or after staff made another owner', async () => {
    for (const restore of [
      ({ ofFounder }: There) => call.reclaimOwnership(ofFounder),
      async ({ id }: There) => {
        const path = { user_id: memberIdOf(await storedMember(id, 'member')) };
        return call.updateMemberRole({ ...byStaff(id), path, json: { role: 'owner' } });
      },
    ]) {
      const there = await withUsurper(23);
      await remove(there.founder, there.ofUsurper);

      expect((await restore(there)).status).toBeLessThan(300);

      expect(await refusal(there.ofUsurper)).toEqual(inHours(24));
      expect(await powers(byStaff(there.id))).toBe(true);
    }
  });
});

describe("an owner's role that was taken", () => {
  test.for<[how: string, take: (there: There) => Promise<{ status: number }>]>([
    ['removed', ({ founder, ofUsurper }) => remove(founder, ofUsurper)],
    [
      'demoted',
      ({ founder, ofUsurper }) => {
        const path = { user_id: memberIdOf(founder) };
        return call.updateMemberRole({ ...ofUsurper, path, json: { role: 'member' } });
      },
    ],
  ])(
    'can be reclaimed by a person who was %s, and a repeated request gets the same answer',
    async ([, take]) => {
      const there = await withUsurper(1);
      const json = { url: 'https://receiver.example/', events: ['*'] };
      expect((await call.registerWebhook({ ...there.ofFounder, json })).status).toBe(201);
      expect((await take(there)).status).toBeLessThan(300);
      const headers = { ...there.ofFounder.headers, 'Idempotency-Key': crypto.randomUUID() };

      const lost = async () => (await call.getMe(there.ofFounder)).body.lost_ownership;
      expect(await lost()).toEqual({
        organization_id: there.id,
        organization_name: 'Test',
        reclaimable_until: inHours(24),
      });

      const answers = [
        await call.reclaimOwnership({ as: null, headers }),
        await call.reclaimOwnership({ as: null, headers }),
      ];

      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { id: there.id } });
      expect((await call.getMe(there.ofFounder)).body).toMatchObject({
        organization_id: there.id,
        role: 'owner',
      });
      expect(await lost()).toBeUndefined();
      expect(await powers(there.ofFounder)).toBe(true);
    },
  );

  // Threat: An admin removes the owners
  test('can be reclaimed for a day', async () => {
    for (const [hours, status] of [
      [25, 403],
      [23, 200],
    ] as const) {
      const there = await withUsurper(1);
      const { member } = await membershipOf(there.id, there.founder);
      await remove(there.founder, byStaff(there.id));
      await transact([createTakenOwnership(member, hoursAgo(hours))]);

      expect((await call.reclaimOwnership(there.ofFounder)).status).toBe(status);
    }
  });

  test('is reclaimed in the current organization first, and then in others', async () => {
    const [one, other] = [await withUsurper(1), await withUsurper(1)];
    const { member } = await membershipOf(other.id, other.founder);
    await remove(one.founder, one.ofUsurper);
    // Both ownerships are now taken from the same person.
    await transact([createTakenOwnership({ ...member, user_id: one.founder.id }, Date.now())]);

    const back = [await call.reclaimOwnership(one.ofFounder), await call.reclaimOwnership(one.ofFounder)];

    expect(back.map(({ body }) => body.id).toSorted()).toEqual([one.id, other.id].toSorted());
    expect(await call.reclaimOwnership(one.ofFounder)).toMatchObject({ status: 403 });
  });
});
