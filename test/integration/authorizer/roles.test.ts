import { describe, expect, test } from 'vitest';
import {
  joined,
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { call, credentials } = await sharedStage();

type Headers = Readonly<Record<string, string>>;

/** Gives a member a role. Default: requests for the owner the role that the owner already has. Only callers who may change roles succeed. */
const manage = async (headers: Headers, user_id: string, role = 'owner') =>
  (await call.updateMemberRole({ as: null, headers, path: { user_id }, json: { role } })).status;
const read = async (headers: Headers) => [
  (await call.listDocuments({ as: null, headers })).status,
  (await call.listOrganizationMembers({ as: null, headers })).status,
];

test('a new role counts from the next request on, with a key that was used just before', async () => {
  const { id, owner } = await storedOrganization();
  const member = await storedMember(id, 'member');
  const ownerKey = await storedApiKey(owner);
  const credentialsOfMember = [await storedApiKey(member), await storedSession(member)];
  const promote = (role: string) => manage(ownerKey.headers, memberIdOf(member), role);

  for (const { headers } of credentialsOfMember) {
    const asBrowser = { ...headers, Origin: credentials.base_url };
    expect(await manage(asBrowser, memberIdOf(owner))).toBe(403);
    await promote('admin');
    expect(await manage(asBrowser, memberIdOf(owner))).toBe(204);
    await promote('member');
    expect(await manage(asBrowser, memberIdOf(owner))).toBe(403);
  }
});

test('a key acts in the organization it was made for, though its owner has another one', async () => {
  const first = await storedOrganization();
  const { owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner, { organization_id: first.id });

  expect(await read(headers)).toEqual([403, 403]);
});

// Threat: A role, or an API key with few permissions, does more than it may
test('a key has no more rights than the role of its owner', async () => {
  const { id, owner } = await storedOrganization();
  const { headers } = await storedApiKey(await storedMember(id, 'member'), {
    permissions: ['organization#manage'],
  });

  expect(await manage(headers, memberIdOf(owner))).toBe(403);
});

describe('a key that is bound to no organization', () => {
  const me = async (headers: Headers) => (await call.getMe({ as: null, headers })).body;
  const outside = { organization_id: null, role: null };

  // Threat: A key that a person made earlier, or got elsewhere, acts in an organization that the person joins
  test('acts in the organization that its owner creates', async () => {
    const { headers } = await storedApiKey(await storedPerson());
    expect(await me(headers)).toMatchObject(outside);

    const founded = await call.createOrganization({ as: null, headers, json: { name: 'Mine' } });

    expect(await me(headers)).toMatchObject({ organization_id: founded.body.id, role: 'owner' });
    expect(await read(headers)).toEqual([200, 200]);
  });

  // Threat: A key that a person made earlier, or got elsewhere, acts in an organization that the person joins
  test.for(['member', 'admin', 'owner'] as const)(
    'acts in no organization that its owner joined as %s, nor do keys made by it',
    async (role) => {
      const acme = await storedOrganization();
      const joined = await storedMember(acme.id, role);
      const { headers } = await storedApiKey(joined, { organization_id: null });
      const session = await storedSession(joined);
      const made = await call.createApiKey({ as: null, headers, json: { name: 'another' } });
      const another = { Authorization: `Bearer ${made.body.api_key}` };

      for (const key of [headers, another]) {
        expect(await me(key)).toMatchObject(outside);
        expect(await read(key)).toEqual([200, 403]);
        expect(await manage(key, memberIdOf(acme.owner))).toBe(403);
      }
      expect(made.body.organization_id).toBeNull();
      expect(await me(session.headers)).toMatchObject({ organization_id: acme.id, role });
    },
  );

  // Threat: A key that a person made earlier, or got elsewhere, acts in an organization that the person joins
  test('does not act in the organization of its owner after they left it and came back', async () => {
    const { id, owner } = await storedOrganization();
    const { headers } = await storedApiKey(owner, { organization_id: null });
    const other = await storedMember(id, 'owner');
    const byOther = (await storedApiKey(other)).headers;
    expect(await me(headers)).toMatchObject({ organization_id: id });

    await call.removeMember({ as: null, headers: byOther, path: { user_id: memberIdOf(owner) } });
    expect(await me(headers)).toMatchObject(outside);
    await joined(owner, id, 'admin');

    expect(await me(headers)).toMatchObject(outside);
  });
});
