import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { user_ids, type WrongRow, withoutChange, wrongIn } from '../support/organizations.ts';

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
