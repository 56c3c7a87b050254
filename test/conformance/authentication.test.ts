import { expect, test } from 'vitest';
import { apiKeys, call } from '../support/documents.ts';
import { refused } from '../support/refusals.ts';

const key = apiKeys.owner;
const listWith = (headers: Record<string, string>) => call.listDocuments({ as: null, headers });

test.for(['Bearer', 'bEaReR'])('accepts the scheme %s', async (scheme) => {
  expect((await listWith({ Authorization: `${scheme} ${key}` })).status).toBe(200);
});

test.for([
  { what: 'an empty header', value: '' },
  { what: 'a scheme and nothing else', value: 'Bearer' },
  { what: 'a key without a scheme', value: key },
  { what: 'the scheme Basic', value: `Basic ${btoa(`${key}:`)}` },
  { what: 'a scheme joined to the key', value: `Bearer${key}` },
  {
    what: 'an AWS signature',
    value: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, Signature=0',
  },
])('is a missing key: $what', async ({ value }) => {
  expect(await listWith({ Authorization: value })).toMatchObject(refused('missing_api_key'));
});

test('ignores a key in the query string, and headers in which a client names a caller', async () => {
  const answers = [
    await call.listDocuments({ as: null, query: { api_key: key, Authorization: `Bearer ${key}` } }),
    await listWith({ 'x-amzn-principal-id': 'caller', 'X-User-Id': 'user_00000000000000000000000000' }),
  ];

  for (const answer of answers) expect(answer).toMatchObject(refused('missing_api_key'));
});
