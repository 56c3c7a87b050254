import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import {
  membersOf,
  problem,
  unreadableBodies,
  user_ids,
  type WrongRow,
  withoutChange,
  wrongIn,
} from '../support/organizations.ts';

/** These tests change no role. The tests in `changingRoles.test.ts` change the roles of people of their own. */
const setRole = (user_id: string, json: unknown, as: Actor = 'owner') =>
  withoutChange(() => call.updateMemberRole({ as, path: { user_id }, json }));

test.for(['owner', 'admin'] as const)('the %s may set the role that a member already has', async (as) => {
  const answer = await setRole(user_ids.member, { role: 'member' }, as);

  expect(answer.status).toBe(204);
  expect(answer.headers.get('content-length')).toBeNull();
});

test.for(['admin', 'member'] as const)('the last owner cannot become %s', async (role) => {
  for (const as of ['owner', 'admin'] as const) {
    const answer = await setRole(user_ids.owner, { role }, as);

    expect(answer).toMatchObject(problem(422, ['body.role', role]));
    expect(answer.problem?.detail).toContain('last owner');
    expect(answer.headers.get('x-error-code')).toBe('last_owner');
  }
});

describe('no role is changed', () => {
  test.for(unreadableBodies)('by $what', async ({ raw, headers }) => {
    const path = { user_id: user_ids.member };

    const answer = await withoutChange(() =>
      call.updateMemberRole({ path, raw: raw ?? '', headers: headers ?? {} }),
    );

    expect(answer).toMatchObject(problem(400));
  });

  test.for([{}, { Role: 'admin' }, { roles: ['admin'] }])('without a role: %j', async (json) => {
    const answer = await setRole(user_ids.member, json);

    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain('role');
  });

  test.for<WrongRow>([
    ['an unknown role', { role: 'king' }],
    ['a role in capitals', { role: 'ADMIN' }],
    ['a role and a space', { role: 'admin ' }],
    ['an empty role', { role: '' }],
    ['null', { role: null }],
    ['a number', { role: 0 }],
    ['a list', { role: ['admin'] }],
    ['an unknown field', { role: 'admin', user_id: user_ids.admin }, ['body.user_id', user_ids.admin]],
    ['several things at once', { role: 'king', reason: 'because', force: true }],
  ])('by %s, and every mistake is named', async ([, json, ...wrong]) => {
    expect(await setRole(user_ids.member, json)).toMatchObject(wrongIn(json, wrong));
  });

  test.for([
    ['a word', 'member'],
    ['the prefix of the User object', user_ids.member.replace('usr_', 'user_')],
    ['no prefix', user_ids.member.replace('usr_', '')],
    ['a character less', user_ids.member.slice(0, -1)],
    ['a character more', `${user_ids.member}0`],
    ['capitals', user_ids.member.toUpperCase()],
    ['a letter that no id has', `${user_ids.member.slice(0, -1)}u`],
    ['a line end', `${user_ids.member}\n`],
    ['a slash', `${user_ids.member}/x`],
    ['a key of the table', 'MEMBER#0'],
  ] as const)('for a malformed user_id: %s', async ([, user_id]) => {
    const answer = await setRole(user_id, { role: 'admin' });

    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain('user_id');
  });

  test('for a wrong user_id and a wrong body, with both errors', async () => {
    const answer = await setRole('nobody', { role: 'king' });

    expect(answer).toMatchObject(problem(422, ['path.user_id', 'nobody'], ['body.role', 'king']));
  });

  test('for an unknown person, a member of another organization or a service account, with the same answer', async () => {
    const [outsider] = await membersOf('outsider');
    const machine = (await upload({ as: 'service_account' })).created_by.id.replace('svc_', 'usr_');
    const others = ['usr_00000000000000000000000000', outsider?.user_id ?? '', machine];

    const answers = [];
    for (const user_id of others) answers.push(await setRole(user_id, { role: 'owner' }));

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.problem))).size).toBe(1);
    expect(await membersOf('outsider')).toEqual([outsider]);
  });

  test('by a member of another organization', async () => {
    for (const user_id of Object.values(user_ids))
      expect(await setRole(user_id, { role: 'member' }, 'outsider')).toMatchObject(problem(404));
  });

  test.for(['member', 'read_only', 'service_account', 'newcomer'] as const)(
    'by the %s, of others or their own',
    async (as) => {
      for (const user_id of [...Object.values(user_ids), 'usr_00000000000000000000000000', 'nobody'])
        expect(await setRole(user_id, { role: 'owner' }, as)).toMatchObject(problem(403));
    },
  );

  test('without a credential', async () => {
    const answer = await withoutChange(() =>
      call.updateMemberRole({ as: null, path: { user_id: user_ids.member }, json: { role: 'owner' } }),
    );

    expect(answer).toMatchObject(problem(401));
  });
});
