import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { type WrongRow, wrongIn } from '../support/organizations.ts';

const create = (json: unknown, as: Actor = 'owner') => call.createOrganization({ as, json });

/**
 * Asserts that the newcomer has no organization. `changingRoles.test.ts` tests the creation of a first organization, with people of its
 * own.
 */
const newcomerStaysOne = async () =>
  expect((await call.listOrganizationMembers({ as: 'newcomer' })).status).toBe(403);

test('an organization is created with its name and time', async () => {
  const before = Date.now();

  const { body } = await create({ name: 'Cirrus Filing' });

  expect(body).toEqual({
    id: expect.stringMatching(/^org_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Cirrus Filing',
    created_at: expect.any(String),
  });
  expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(Date.parse(body.created_at)).toBeLessThanOrEqual(Date.now() + 1000);
});

test.for<WrongRow>([
  ['an empty name', { name: '' }],
  ['several things at once', { name: null, plan: { seats: 5 }, note: null }],
])('nothing is created from %s, and every mistake is named', async ([, json, ...wrong]) => {
  expect(await create(json, 'newcomer')).toMatchObject(wrongIn(json, wrong));
  await newcomerStaysOne();
});
