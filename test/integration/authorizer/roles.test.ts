import { expect, test } from 'vitest';
import { transact } from '../../../shared/data/commit.ts';
import { newId } from '../../../shared/data/ids.ts';
import { getOrganizationAndMember, removeMember } from '../../../shared/data/organizations.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people.ts';
import { ownStage } from '../../support/stage.ts';

const { call, credentials } = await ownStage();

type Headers = Readonly<Record<string, string>>;

/** A change that is none, for those who may make it. */
const manage = async (headers: Headers, user_id: string) => {
  const answer = await call.updateMemberRole({
    as: null,
    headers,
    path: { user_id },
    json: { role: 'owner' },
  });
  return answer.status;
};
const read = async (headers: Headers) => [
  (await call.listDocuments({ as: null, headers })).status,
  (await call.listOrganizationMembers({ as: null, headers })).status,
];

test('a new role counts from the next request on, with a key that was used just before', async () => {
  const { id, owner } = await storedOrganization();
  const member = await storedMember(id, 'member');
  const ownerKey = await storedApiKey(owner);
  const credentialsOfMember = [await storedApiKey(member), await storedSession(member)];
  const promote = (role: 'admin' | 'member') =>
    call.updateMemberRole({
      as: null,
      headers: ownerKey.headers,
      path: { user_id: memberIdOf(member) },
      json: { role },
    });

  for (const { headers } of credentialsOfMember) {
    const asBrowser = { ...headers, Origin: credentials.base_url };
    expect(await manage(asBrowser, memberIdOf(owner))).toBe(403);
    await promote('admin');
    expect(await manage(asBrowser, memberIdOf(owner))).toBe(204);
    await promote('member');
    expect(await manage(asBrowser, memberIdOf(owner))).toBe(403);
  }
});

test('someone who was removed from an organization may do nothing in it any more', async () => {
  const { id } = await storedOrganization();
  const member = await storedMember(id, 'admin');
  const { headers } = await storedApiKey(member);
  expect(await read(headers)).toEqual([200, 200]);

  const { member: membership } = await getOrganizationAndMember(id, member.id);
  if (membership) await transact([removeMember(membership)]);

  expect(await read(headers)).toEqual([403, 403]);
});

test('a key acts in the organization it was made for, though its owner has another one', async () => {
  const first = await storedOrganization();
  const { owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner, { organization_id: first.id });

  expect(await read(headers)).toEqual([403, 403]);
});

test('a key keeps to what it was made for, whatever the role of its owner', async () => {
  const { owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner, { permissions: ['organization#list_members'] });

  expect(await read(headers)).toEqual([403, 200]);
  expect(await manage(headers, memberIdOf(owner))).toBe(403);
});

test('a key cannot give more than the role of its owner', async () => {
  const { id, owner } = await storedOrganization();
  const { headers } = await storedApiKey(await storedMember(id, 'member'), {
    permissions: ['organization#manage'],
  });

  expect(await manage(headers, memberIdOf(owner))).toBe(403);
});

test('a service account that manages an organization founds none all the same', async () => {
  const { id, owner } = await storedOrganization();
  const account = await storedMember(id, 'admin', {
    id: newId('svc'),
    type: 'service_account',
    email: null,
  });
  const { headers } = await storedApiKey(account);

  const founding = await call.createOrganization({ as: null, headers, json: { name: 'By a machine' } });

  expect(founding.status).toBe(403);
  expect(await manage(headers, memberIdOf(owner))).toBe(204);
});

test('whoever has no organization reads their own documents and no members', async () => {
  const { headers } = await storedApiKey(await storedPerson());

  expect(await read(headers)).toEqual([200, 403]);
});
