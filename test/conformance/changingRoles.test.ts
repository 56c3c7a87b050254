import { describe, expect, test } from 'vitest';
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

  test('a role changes with an empty answer and nothing else, in the list and for requests at once', async () => {
    const before = (await list('owner')).body.items;
    const { member } = own.credentials.user_ids;
    const attempts = [];

    expect(await setRole('owner', 'member', 'admin')).toMatchObject({ status: 204, body: undefined });
    expect((await list('owner')).body.items).toEqual(
      before.map((person) => (person.user_id === member ? { ...person, role: 'admin' } : person)),
    );
    for (const role of ['member', 'admin', 'owner', 'member'] as const) {
      await setRole('owner', 'member', role);
      attempts.push(await statusOf('member', 'admin', 'admin'));
    }
    expect(attempts).toEqual([403, 204, 204, 403]);
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
  });
});
