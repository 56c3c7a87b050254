import { describe, expect, inject, test } from 'vitest';
import type { Actor, CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { organization_id } from '../support/organizations.ts';
import { addPolicy, change } from '../support/policies.ts';

const [seeded = ''] = inject('credentials').policy_ids;
const read = (policy_id: string, more: CallRequest = {}) => call.getPolicy({ path: { policy_id }, ...more });

describe('a policy', () => {
  test.for<Actor>(['member'])('is read by the %s', async (as) => {
    const { body } = await read(seeded, { as });

    expect(body).toEqual({
      id: seeded,
      name: expect.any(String),
      created_at: expect.any(String),
      archived: false,
      rules: {},
    });
  });

  test('is read by staff who name the organization', async () => {
    const headers = { 'X-Service-Organization-Id': organization_id };

    expect((await read(seeded, { as: 'staff', headers })).body.id).toBe(seeded);
  });

  test('answers 304 to a client with the current one', async () => {
    const { id, name } = await addPolicy();
    const tag = (await read(id)).headers.get('etag') ?? '';
    const headers = { 'If-None-Match': tag };

    expect((await read(id, { headers })).status).toBe(304);
    await change(id, { name: `${name}, revised` });
    expect((await read(id, { headers })).body.name).toBe(`${name}, revised`);
  });
});
