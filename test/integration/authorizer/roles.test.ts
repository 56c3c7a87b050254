import { beforeEach, describe, expect, test } from 'vitest';
import { localStaffDomain } from '../../../infra/local/actors.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { newId } from '../../../shared/data/table/ids.ts';
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
import { setVariables } from '../../support/stages/stores.ts';

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

const elsewhere = await storedOrganization();
const override = { 'X-Service-Organization-Id': elsewhere.id };

const listElsewhere = (headers: Readonly<Record<string, string>>) =>
  call.listOrganizationMembers({ as: null, headers: { ...headers, ...override } });

// Threat: Somebody who is not service staff acts as staff
test.for([
  [`a@${localStaffDomain}`, true],
  [`upper@${localStaffDomain.toUpperCase()}`, true],
  [` spaced@${localStaffDomain}\n`, true],
  [`a@${localStaffDomain}.evil.com`, false],
  [`a@evil${localStaffDomain}`, false],
  [`a@sub.${localStaffDomain}`, false],
  [`${localStaffDomain}@evil.com`, false],
  [`a@${localStaffDomain}.`, false],
] as const)('the address %j makes its person staff: %s', async ([email, isStaff]) => {
  const { headers } = await storedApiKey(await storedPerson({ email }));

  const listed = await listElsewhere(headers);

  if (isStaff) expect(listed.body.items.map(({ org_id }) => org_id)).toEqual([elsewhere.id]);
  else expect([listed.status, listed.problem?.detail]).toEqual([403, expect.stringContaining('staff')]);
});

test('a service account is never staff, whatever its name', async () => {
  const account = {
    id: newId('svc'),
    type: 'service_account',
    name: `a@${localStaffDomain}`,
    email: null,
  } as const;
  const { headers } = await storedApiKey(await storedPerson(account));

  expect((await listElsewhere(headers)).status).toBe(403);
});

test('staff act in other organizations also with a session', async () => {
  const user = await storedPerson({ email: `session@${localStaffDomain}` });
  const { headers } = await storedSession(user);

  expect((await listElsewhere(headers)).status).toBe(200);
});

test.for<[string, Permission[], number]>([
  ['list members', ['organization#list_members'], 200],
  ['read documents', ['document#read'], 403],
  ['do nothing', [], 403],
])(
  'staff with a key that may only %s have no more rights in other organizations',
  async ([what, permissions, status]) => {
    const user = await storedPerson({ email: `${what.replace(' ', '-')}@${localStaffDomain}` });
    const { headers } = await storedApiKey(user, { permissions });

    expect((await listElsewhere(headers)).status).toBe(status);
  },
);

describe('on a stage that lists its staff', () => {
  beforeEach(() => {
    const staffEmails = `ada@${localStaffDomain},grace@${localStaffDomain},mallory@elsewhere.example`;
    setVariables({ staffEmails });
    return () => setVariables({ staffEmails: '' });
  });

  // Threat: Somebody who is not service staff acts as staff
  test.for([
    [`ada@${localStaffDomain}`, 200],
    [`Grace@${localStaffDomain.toUpperCase()}`, 200],
    [`eve@${localStaffDomain}`, 403],
    [`not.ada@${localStaffDomain}`, 403],
    [`ad@${localStaffDomain}`, 403],
    ['mallory@elsewhere.example', 403],
  ] as const)('%s gets %i, with a key and with a session', async ([email, status]) => {
    const person = await storedPerson({ email });

    for (const credential of [storedApiKey, storedSession])
      expect((await listElsewhere((await credential(person)).headers)).status).toBe(status);
  });
});
