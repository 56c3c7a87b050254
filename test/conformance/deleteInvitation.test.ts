import { expect, test } from 'vitest';
import type { CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { invite, pendingIn } from '../support/invitations.ts';
import { problem } from '../support/organizations.ts';
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
