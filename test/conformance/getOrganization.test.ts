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
});
