import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { organization_id, problem } from '../support/organizations.ts';

describe('the organization of the caller', () => {
  test.for<Actor>(['owner', 'admin', 'member', 'read_only', 'service_account'])(
    'is read by the %s',
    async (as) => {
      const { status, body } = await call.getOrganization({ as });

      expect(status).toBe(200);
      expect(body).toEqual({ id: organization_id, name: expect.any(String), created_at: expect.any(String) });
    },
  );

  test('is the same as in the answer of its creation', async () => {
    const { body } = await call.createOrganization({ json: { name: 'Müller & Söhne 合同会社' } });
    const headers = { 'X-Service-Organization-Id': body.id };

    expect((await call.getOrganization({ as: 'staff', headers })).body).toEqual(body);
  });

  test('is another one for callers of another organization', async () => {
    for (const as of ['outsider', 'staff'] as const)
      expect((await call.getOrganization({ as })).body.id).not.toBe(organization_id);
  });

  test('answers 304 to a client with the current one', async () => {
    const tag = (await call.getOrganization()).headers.get('etag') ?? '';

    expect((await call.getOrganization({ as: 'member', headers: { 'If-None-Match': tag } })).status).toBe(
      304,
    );
  });
});

describe('no organization is read', () => {
  test.for([
    ['newcomer', 403],
    [null, 401],
  ] as const)('by the %s', async ([as, status]) => {
    expect(await call.getOrganization({ as })).toMatchObject(problem(status));
  });

  test('for the header of staff, to other callers', async () => {
    const headers = { 'X-Service-Organization-Id': organization_id };

    expect(await call.getOrganization({ as: 'outsider', headers })).toMatchObject(problem(403));
  });

  test('for an id that does not exist', async () => {
    const headers = { 'X-Service-Organization-Id': 'org_00000000000000000000000000' };

    expect(await call.getOrganization({ as: 'staff', headers })).toMatchObject(problem(404));
  });
});
