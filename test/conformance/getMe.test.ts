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
