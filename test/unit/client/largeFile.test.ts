import { expect, test } from 'vitest';
import { createClient } from '../../../shared/client/index.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '../../../shared/contract/headers.ts';

const payload = new Uint8Array(5_000_000);

/** Returns the keys that the service receives if a program sends a large file with the given key. */
async function keysFor(idempotencyKey: string): Promise<string[]> {
  const keys: string[] = [];
  const fetch = async (request: string | URL | Request, init?: RequestInit) => {
    const key = new Request(request, init).headers.get(idempotencyKeyHeader);
    if (key !== null) keys.push(key);
    return Response.json({ id: 'upl_1', url: 'https://files.example.com/1', headers: {} });
  };
  const client = createClient({ baseUrl: 'https://documents.example.com', fetch });
  await client.createDocument({ title: 'Large', payload }, { idempotencyKey });
  return keys;
}

test.for([1, 248, 249, 255])('a large file can have a key of %i characters', async (length) => {
  const key = '~'.padStart(length, 'order-4711-');

  const [forUpload, forDocument] = await keysFor(key);

  expect(forDocument).toBe(key);
  expect(forUpload).toMatch(idempotencyKeyPattern);
  expect(forUpload).not.toBe(key);
});

test('keys that differ only at their end stay different for large files', async () => {
  const [one] = await keysFor('1'.padStart(255, 'order'));
  const [other] = await keysFor('2'.padStart(255, 'order'));

  expect(one).not.toBe(other);
});
