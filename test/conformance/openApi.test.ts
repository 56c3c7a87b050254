import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentFile } from '../../shared/openapi/files.ts';
import { base_url } from '../support/organizations.ts';

const get = (headers: Record<string, string> = {}) => fetch(`${base_url}/v1/openapi.json`, { headers });

test('the OpenAPI document is public, and has the URL of its stage', async () => {
  const response = await get();

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    ...JSON.parse(readFileSync(documentFile, 'utf8')),
    servers: [{ url: base_url }],
  });
});
