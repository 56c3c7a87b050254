import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberRole } from '../../shared/contract/enumerations.ts';
import type { Actor, Credentials } from '../support/client.ts';
import { problem } from '../support/organizations.ts';
import { ownActors } from '../support/ownActors.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

type Person = keyof Credentials['user_ids'];

/**
 * These changes cannot be undone, or would disturb other tests. So they need people of their own, which only the local service can have.
 */
describe.skipIf(process.env.CREDENTIALS)('in an organization of its own', () => {
  const own = ownActors();

  const setRole = (as: Actor, person: Person, role: MemberRole) =>
    own.call.updateMemberRole({ as, path: { user_id: own.credentials.user_ids[person] }, json: { role } });
  const statusOf = async (...change: Parameters<typeof setRole>) => (await setRole(...change)).status;
  const list = (as: Actor) => own.call.listOrganizationMembers({ as });
  /** The roles of owner, admin and member, in this order. */
  const roles = async () => {
    const { items } = (await list('owner')).body;
    const { owner, admin, member } = own.credentials.user_ids;
    return [owner, admin, member].map((id) => items.find(({ user_id }) => user_id === id)?.role);
  };

  describe('a role', () => {
    beforeEach(async () => {
      for (const person of ['owner', 'admin', 'member'] as const) await setRole('owner', person, person);
      expect(await roles()).toEqual(['owner', 'admin', 'member']);
      return async () => {
        // One of the three is an owner now, and gives the role of an owner back to the first owner.
        for (const as of ['owner', 'admin', 'member'] as const) await setRole(as, 'owner', 'owner');
      };
    });

    test('changes with an empty answer, and the list shows it at once', async () => {
      expect(await setRole('owner', 'member', 'admin')).toMatchObject({ status: 204, body: undefined });
      expect(await roles()).toEqual(['owner', 'admin', 'admin']);
    });

    test('changes nothing else about a member', async () => {
      const before = (await list('owner')).body.items;

      await setRole('owner', 'member', 'admin');

      const { member } = own.credentials.user_ids;
      expect((await list('owner')).body.items).toEqual(
        before.map((person) => (person.user_id === member ? { ...person, role: 'admin' } : person)),
      );
    });

    test('applies from the next request on', async () => {
      const attempts = [];

      for (const role of ['member', 'admin', 'member', 'owner'] as const) {
        await setRole('owner', 'member', role);
        attempts.push(await statusOf('member', 'admin', 'admin'));
      }

      expect(attempts).toEqual([403, 204, 403, 204]);
    });

    test('may be assigned by an admin, also the role of an owner', async () => {
      expect(await statusOf('admin', 'member', 'owner')).toBe(204);
      expect(await statusOf('admin', 'owner', 'member')).toBe(204);
      expect(await roles()).toEqual(['member', 'admin', 'owner']);
    });

    test('can be given up, which ends its rights', async () => {
      expect(await statusOf('admin', 'admin', 'member')).toBe(204);
      expect(await statusOf('admin', 'admin', 'admin')).toBe(403);
      expect(await roles()).toEqual(['owner', 'member', 'member']);
    });

    test('cannot be taken from the last owner before another one is promoted', async () => {
      const early = await setRole('owner', 'owner', 'admin');
      await setRole('owner', 'admin', 'owner');
      const late = await setRole('owner', 'owner', 'admin');
      const nextOwner = await setRole('owner', 'admin', 'member');

      expect(early).toMatchObject(problem(422, ['body.role', 'admin']));
      expect(late.status).toBe(204);
      expect(nextOwner).toMatchObject(problem(422, ['body.role', 'member']));
      expect(await roles()).toEqual(['admin', 'owner', 'member']);
    });

    test('stays with one of two owners who demote each other at the same moment', async () => {
      for (let round = 0; round < 5; round++) {
        await setRole('owner', 'admin', 'owner');

        const [byOwner, byAdmin] = await Promise.all([
          statusOf('owner', 'admin', 'admin'),
          statusOf('admin', 'owner', 'admin'),
        ]);

        // The later request would demote the last owner.
        expect([byOwner, byAdmin].sort()).toEqual([204, 422]);
        expect((await roles()).filter((role) => role === 'owner')).toHaveLength(1);
        await setRole('admin', 'owner', 'owner');
      }
    });
  });

  test('the first organization of a person becomes their current one, later ones do not, and documents are kept', async () => {
    const form = uploadForm({ title: 'From before' }, await makePdf());
    const { id } = (await own.call.createDocument({ as: 'newcomer', form })).body;
    expect(await list('newcomer')).toMatchObject(problem(403));

    const first = await own.call.createOrganization({ as: 'newcomer', json: { name: 'First' } });
    const second = await own.call.createOrganization({ as: 'newcomer', json: { name: 'Second' } });

    const { items } = (await list('newcomer')).body;
    expect(items).toEqual([
      {
        org_id: first.body.id,
        user_id: expect.stringMatching(/^usr_[0-9a-hjkmnp-tv-z]{26}$/),
        role: 'owner',
        joined_at: expect.any(String),
        email: expect.stringContaining('@'),
        display_name: expect.stringMatching(/./),
        given_name: expect.stringMatching(/./),
        family_name: expect.stringMatching(/./),
      },
    ]);
    expect(second.body.id).not.toBe(first.body.id);
    const path = { document_id: id };
    const kept = await own.call.getDocument({ as: 'newcomer', path });
    expect(kept.body).toMatchObject({ title: 'From before', access_level: 'private' });
    expect((await own.call.getDocument({ as: 'owner', path })).status).toBe(404);
    const [user_id = ''] = items.map((member) => member.user_id);
    const demotion = await own.call.updateMemberRole({
      as: 'newcomer',
      path: { user_id },
      json: { role: 'admin' },
    });
    expect(demotion).toMatchObject(problem(422, ['body.role', 'admin']));
  });
});
