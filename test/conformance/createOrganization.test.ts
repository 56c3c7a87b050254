import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { membersOf, type WrongRow, withoutChange, wrongIn } from '../support/organizations.ts';

const create = (json: unknown, as: Actor = 'owner') => call.createOrganization({ as, json });

/**
 * Asserts that the newcomer has no organization. `changingRoles.test.ts` tests the creation of a first organization, with people of its
 * own.
 */
const newcomerStaysOne = async () =>
  expect((await call.listOrganizationMembers({ as: 'newcomer' })).status).toBe(403);

describe('an organization', () => {
  test('is created with its name and time', async () => {
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

  test.for(['owner', 'admin', 'member', 'staff', 'outsider'] as const)(
    'can be created by any person, also the %s, whose current organization stays the same',
    async (as) => {
      const created = await withoutChange(() => create({ name: 'On the side' }, as), as);

      const [{ org_id } = { org_id: '' }] = await membersOf(as);
      expect(created.status).toBe(200);
      expect(org_id).not.toBe(created.body.id);
    },
  );

  test.for([
    ['a letter', 'A'],
    ['255 characters', 'n'.repeat(255)],
    ['255 characters of two UTF-16 units each', '🗂'.repeat(255)],
    ['many scripts', 'Ärchiv אַרכיוו 档案 संग्रह'],
    ['markup', '<b>"Acme" & \'Co\'</b>'],
  ] as const)('keeps a name of %s as it was sent', async ([, name]) => {
    expect((await create({ name })).body.name).toBe(name);
  });
});

describe('nothing is created', () => {
  test.for<WrongRow>([
    ['an empty name', { name: '' }],
    ['several things at once', { name: null, plan: { seats: 5 }, note: null }],
  ])('from %s, and every mistake is named', async ([, json, ...wrong]) => {
    expect(await create(json, 'newcomer')).toMatchObject(wrongIn(json, wrong));
    await newcomerStaysOne();
  });
});
