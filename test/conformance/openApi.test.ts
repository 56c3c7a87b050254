import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentFile } from '../../shared/openapi/files.ts';
import { apiKeys } from '../support/documents.ts';
import { base_url } from '../support/organizations.ts';

const get = (headers: Record<string, string> = {}) => fetch(`${base_url}/v1/openapi.json`, { headers });

describe('the OpenAPI document', () => {
  test('is public, and has the URL of its stage', async () => {
    const response = await get();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      ...JSON.parse(readFileSync(documentFile, 'utf8')),
      servers: [{ url: base_url }],
    });
  });

  test('is the same with a valid, an invalid and no credential', async () => {
    const plain = await (await get()).text();

    for (const key of [apiKeys.owner, 'nonsense']) {
      const response = await get({ Authorization: `Bearer ${key}` });
      expect([response.status, await response.text()]).toEqual([200, plain]);
    }
  });

  test('can be cached, and answers 304 to its tag', async () => {
    const first = await get();
    await first.body?.cancel();
    const etag = first.headers.get('etag') ?? '';

    const again = await get({ 'If-None-Match': etag });

    expect(first.headers.get('cache-control')).toMatch(/^public\b/);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('cache-control')).toMatch(/^public\b/);
    expect(await again.text()).toBe('');
  });

  test('is counted by the rate limit', async () => {
    const response = await get();

    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    for (const name of ['limit', 'remaining', 'reset'])
      expect(response.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  });
});
