import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { organization_id } from '../support/organizations.ts';

describe('the organization of the caller', () => {
  test.for<Actor>(['member'])('is read by the %s', async (as) => {
    const { status, body } = await call.getOrganization({ as });

    expect(status).toBe(200);
    expect(body).toEqual({
      id: organization_id,
      name: expect.any(String),
      created_at: expect.any(String),
      accent_color: null,
      has_logo: false,
      reading_times: true,
    });
  });

  test('is the same as in the answer of its creation', async () => {
    const { body } = await call.createOrganization({ json: { name: 'Müller & Söhne 合同会社' } });
    const headers = { 'X-Service-Organization-Id': body.id };

    expect((await call.getOrganization({ as: 'staff', headers })).body).toEqual({
      ...body,
      accent_color: null,
      has_logo: false,
      reading_times: true,
    });
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
