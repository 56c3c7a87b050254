import { describe, expect, test } from 'vitest';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { invite, pendingIn } from '../support/invitations.ts';
import { managersOnly, problem } from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

const withdraw = (invitation_id: string, request: CallRequest) =>
  call.deleteInvitation({ path: { invitation_id }, ...request });

test('an invitation is withdrawn, once', async () => {
  const { headers } = await newOrganization();
  const [kept, withdrawn] = [(await invite(headers)).body, (await invite(headers)).body];
  const as = 'staff';

  expect(await withdraw(withdrawn.id, { as, headers })).toMatchObject({ status: 200, body: {} });
  expect(await withdraw(withdrawn.id, { as, headers })).toMatchObject(problem(404));

  expect((await pendingIn(headers)).map(({ id }) => id)).toEqual([kept.id]);
});

test('one of many requests at the same time withdraws it', async () => {
  const { headers } = await newOrganization();
  const { id } = (await invite(headers)).body;

  const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(id, { as: 'staff', headers })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
});

describe('no invitation is withdrawn', () => {
  test('from another organization, as if it did not exist', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()];
    const { id } = (await invite(one.headers)).body;

    const attempts = [
      await withdraw(id, { as: 'staff', headers: other.headers }),
      await withdraw(id, { as: 'outsider' }),
      await withdraw(id, { as: 'owner' }),
      await withdraw('inv_00000000000000000000000000', { as: 'owner' }),
    ];

    for (const attempt of attempts) expect(attempt).toMatchObject(problem(404));
    expect(new Set(attempts.map((attempt) => JSON.stringify(attempt.problem))).size).toBe(1);
    expect(await pendingIn(one.headers)).toHaveLength(1);
  });

  test.for(['invitation', 'inv_', 'usr_00000000000000000000000000', 'INVITATION#0'])(
    'named %s',
    async (id) => {
      const answer = await withdraw(id, { as: 'owner' });

      expect(answer).toMatchObject(problem(400));
      expect(answer.problem?.detail).toContain('invitation_id');
    },
  );

  managersOnly('by', (as) => withdraw('inv_00000000000000000000000000', { as }));
});
