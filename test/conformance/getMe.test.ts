import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { permissionsOfRole, permissionsWithoutOrganization } from '../../shared/contract/permissions.ts';
import type { CallRequest } from '../support/client.ts';
import { call, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { organization_id, user_ids } from '../support/organizations.ts';

const meOf = async (request: CallRequest) => (await call.getMe(request)).body;

describe('the caller', () => {
  test.for(['owner', 'admin', 'member'] as const)('is described as %s', async (role) => {
    const me = await meOf({ as: role });

    expect(me.user).toEqual({
      id: user_ids[role].replace('usr_', 'user_'),
      type: 'user_account',
      name: expect.stringMatching(/./),
    });
    expect(me).toMatchObject({ organization_id, role });
    expect(me.permissions.toSorted()).toEqual(permissionsOfRole[role].toSorted());
    expect(me.organizations).toContainEqual({
      id: organization_id,
      name: expect.stringMatching(/./),
      role,
    });
  });

  test.for(['owner', 'member'] as const)('is the same by the session of %s', async (name) => {
    // Other tests create organizations for these people meanwhile, so the two answers can differ for a moment.
    await eventually(
      () => Promise.all([meOf({ session: name }), meOf({ as: name })]),
      ([bySession, byKey]) => isDeepStrictEqual(bySession, byKey),
    );
  });

  test('has the permissions of the key, not all of the role', async () => {
    const { role, permissions, user } = await meOf({ as: 'read_only' });

    expect(role).toBe('member');
    expect(permissions).toEqual(['document#read', 'organization#list_members']);
    expect(user).toEqual((await meOf({ as: 'member' })).user);
  });

  test('can be a service account', async () => {
    const me = await meOf({ as: 'service_account' });

    expect(me).toMatchObject({
      user: { id: expect.stringMatching(/^svc_/), type: 'service_account' },
      organization_id,
      role: 'member',
      organizations: [{ id: organization_id, role: 'member' }],
    });
    expect(me.permissions).not.toContain('organization#create');
  });

  test('can be without an organization', async () => {
    const me = await meOf({ as: 'newcomer' });

    expect(me).toMatchObject({ organization_id: null, role: null, organizations: [] });
    expect(me.permissions.toSorted()).toEqual(permissionsWithoutOrganization.toSorted());
  });

  test('acts in their own organization, also with a header for another', async () => {
    const headers = { 'X-Service-Organization-Id': organization_id };

    const me = await meOf({ as: 'staff', headers });

    expect(me.organization_id).not.toBe(organization_id);
    expect(me).toEqual(await meOf({ as: 'staff' }));
  });
});

test('organizations are listed newest first, also those in which the credential does not act', async () => {
  const name = uniqueTitle('Mine too');
  const { body: founded } = await call.createOrganization({ as: 'outsider', json: { name } });

  const { organization_id: actsIn, organizations } = await eventually(
    () => meOf({ as: 'outsider' }),
    (me) => me.organizations.some(({ id }) => id === founded.id),
  );

  expect(organizations).toContainEqual({ id: founded.id, name, role: 'owner' });
  expect(actsIn).not.toBe(founded.id);
  const ids = organizations.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

test('the answer has an entity tag, and a client with the current one gets 304', async () => {
  // The answer about the owner can change, because other tests create organizations for the owner.
  const as = 'admin';
  const known = (await call.getMe({ as })).headers.get('etag') ?? '';

  expect((await call.getMe({ as, headers: { 'If-None-Match': known } })).status).toBe(304);
});
