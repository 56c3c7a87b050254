import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { organization_id, problem } from '../support/organizations.ts';

describe('the organization in which the caller acts', () => {
  test.for<Actor>(['owner', 'admin', 'member', 'read_only', 'service_account'])(
    'is read by the %s',
    async (as) => {
      const { status, body } = await call.getOrganization({ as });

      expect(status).toBe(200);
      expect(body).toEqual({ id: organization_id, name: expect.any(String), created_at: expect.any(String) });
    },
  );

  test('is as it was when it was founded', async () => {
    const { body } = await call.createOrganization({ json: { name: 'Müller & Söhne 合同会社' } });
    const headers = { 'X-Service-Organization-Id': body.id };

    expect((await call.getOrganization({ as: 'staff', headers })).body).toEqual(body);
  });

  test('is another one for callers who act in it', async () => {
    for (const as of ['outsider', 'staff'] as const)
      expect((await call.getOrganization({ as })).body.id).not.toBe(organization_id);
  });

  test('is not sent again to a client that has it', async () => {
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

  test('with the header of staff, by callers who are not staff', async () => {
    const headers = { 'X-Service-Organization-Id': organization_id };

    expect(await call.getOrganization({ as: 'outsider', headers })).toMatchObject(problem(403));
  });

  test('that does not exist', async () => {
    const headers = { 'X-Service-Organization-Id': 'org_00000000000000000000000000' };

    expect(await call.getOrganization({ as: 'staff', headers })).toMatchObject(problem(404));
  });
});
