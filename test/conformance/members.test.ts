import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import {
  membersOf,
  organization_id,
  problem,
  sameOrigin,
  user_ids,
  type WrongRow,
  withoutChange,
  wrongIn,
} from '../support/organizations.ts';

describe('the members of an organization', () => {
  test('are listed with their roles and all other fields', async () => {
    const members = await membersOf();

    const people = Object.entries(user_ids).map(([role, user_id]) => ({
      org_id: organization_id,
      user_id,
      role,
      joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      email: expect.stringMatching(/^[^@\s]+@[^@\s]+$/),
      display_name: expect.stringMatching(/./),
      given_name: expect.stringMatching(/./),
      family_name: expect.stringMatching(/./),
    }));
    expect(members).toHaveLength(people.length);
    expect(members).toEqual(expect.arrayContaining(people));
  });

  test.for(['outsider', 'staff'] as const)('are those of the other organization for the %s', async (as) => {
    const members = await membersOf(as);

    expect(members.map(({ role }) => role)).toEqual(['owner']);
    expect(members.map(({ org_id }) => org_id)).not.toContain(organization_id);
    for (const user_id of Object.values(user_ids))
      expect(members.map((member) => member.user_id)).not.toContain(user_id);
  });
});

test.for(['owner', 'admin', 'member', 'service_account'] as const)('%s may list the owners', async (as) => {
  const owner = (await membersOf()).find(({ user_id }) => user_id === user_ids.owner);

  const { items } = (await call.listOrganizationOwners({ as })).body;

  // The founder has powers at once.
  expect(items).toContainEqual({
    user_id: user_ids.owner,
    owner_since: owner?.joined_at,
    powers_from: owner?.joined_at,
  });
  expect(items.map(({ user_id }) => user_id)).not.toContain(user_ids.member);
});

/** These tests change no role. The tests in `changingRoles.test.ts` change the roles of people of their own. */
const setRole = (user_id: string, json: unknown, as: Actor = 'owner') =>
  withoutChange(() => call.updateMemberRole({ as, path: { user_id }, json }));

test.for(['owner', 'admin'] as const)('the %s may set the role that a member already has', async (as) => {
  const answer = await setRole(user_ids.member, { role: 'member' }, as);

  expect(answer.status).toBe(204);
  expect(answer.headers.get('content-length')).toBeNull();
});

test.for<WrongRow>([
  ['an unknown role', { role: 'king' }],
  ['several things at once', { role: 'king', reason: 'because', force: true }],
])('no role is changed by %s, and every mistake is named', async ([, json, ...wrong]) => {
  expect(await setRole(user_ids.member, json)).toMatchObject(wrongIn(json, wrong));
});

const remove = (user_id: string, as: Actor = 'owner') =>
  withoutChange(() => call.removeMember({ as, path: { user_id } }));
const nobody = 'usr_00000000000000000000000000';

describe('no member is removed', () => {
  test('if it is the last owner, by an admin', async () => {
    const answer = await remove(user_ids.owner, 'admin');

    expect(answer).toMatchObject(problem(422, ['path.user_id', user_ids.owner]));
    expect(answer.problem?.detail).toContain('last owner');
    expect(answer.headers.get('x-error-code')).toBe('last_owner');
  });

  test('for an unknown person, a member of another organization or a service account, with the same answer', async () => {
    const [outsider] = await membersOf('outsider');
    const machine = (await upload({ as: 'service_account' })).created_by.id.replace('svc_', 'usr_');

    const answers = [];
    for (const user_id of [nobody, outsider?.user_id ?? '', machine]) answers.push(await remove(user_id));

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect(await membersOf('outsider')).toEqual([outsider]);
    expect((await call.listDocuments({ as: 'service_account' })).status).toBe(200);
  });
});

test('an owner has nothing to reclaim, and an API key cannot reclaim', async () => {
  const answers = [
    await call.reclaimOwnership({ session: 'owner', headers: sameOrigin }),
    await call.reclaimOwnership({ as: 'owner' }),
  ];

  for (const answer of answers) expect(answer).toMatchObject(problem(403));
  expect(await call.reclaimOwnership({ as: null })).toMatchObject(problem(401));
});
