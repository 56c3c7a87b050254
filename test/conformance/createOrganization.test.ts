import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';

const create = (json: unknown, as: Actor = 'owner') => call.createOrganization({ as, json });

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
