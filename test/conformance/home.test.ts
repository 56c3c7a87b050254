import { describe, expect, test } from 'vitest';
import { base_url, pathPrefix } from '../support/organizations.ts';

const get = (path: string, headers: Record<string, string> = {}) => fetch(base_url + path, { headers });

describe('the first page', () => {
  test('is JSON for clients that request it, with the same links', async () => {
    const response = await get('/', { Accept: 'application/json' });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.json()).toEqual({
      name: 'Document Governance Service',
      description: expect.stringMatching(/^Upload a PDF .*\.$/),
      release: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{7,}(\.dirty)?)?$/),
      sign_in: `${base_url}/login`,
      reference: `${base_url}/docs`,
      openapi: `${base_url}/v1/openapi.json`,
    });
  });

  test.for(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'])('is HTML for %s', async (accept) => {
    const response = await get('/', { Accept: accept });
    const text = await response.text();

    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const path of ['/login?return_to=%2Fapp', '/docs'])
      expect(text).toContain(`href="${pathPrefix}${path}"`);
  });
});
