import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';

const secret = 'what the front and this service know';
const { call, credentials, recorder } = await sharedWatchedStage(['dynamodb'], {
  environment: {
    rateLimitRequests: '1000',
    trustedFrontHeader: 'X-Front-Secret',
    trustedFrontSecretSha256: createHash('sha256').update(secret).digest('hex'),
    viewerAddressHeader: 'CloudFront-Viewer-Address',
  },
});

const from = (address: string) => ({
  'X-Front-Secret': secret,
  'CloudFront-Viewer-Address': `${address}:46532`,
});
const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
const list = (headers: Record<string, string>) => call.listDocuments({ as: null, headers });

// Threat: A CDN makes all viewers look like one, or its address is forged or bypassed
test.for([
  { what: 'without the secret', headers: { 'CloudFront-Viewer-Address': '203.0.113.1:1' } },
  { what: 'with another secret', headers: { ...from('203.0.113.1'), 'X-Front-Secret': 'guessed' } },
  { what: 'with an empty secret', headers: { ...from('203.0.113.1'), 'X-Front-Secret': '' } },
])('a request $what is refused before anything is read, with or without a key', async ({ headers }) => {
  recorder.take();

  const anonymous = await list(headers);
  const known = await call.listDocuments({ as: 'owner', headers });
  const problem = await call.listOrganizationMembers({ as: 'owner', headers });
  const page = await fetch(`${credentials.base_url}/login`, { headers, redirect: 'manual' });

  for (const answer of [anonymous, known])
    expect(answer).toMatchObject({ status: 403, error: { code: 'insufficient_permissions' } });
  expect(problem.problem).toMatchObject({ status: 403, title: 'Forbidden' });
  expect(page.status).toBe(403);
  const invoked = recorder.take();
  expect(invoked.map(({ name }) => name)).toEqual(Array(4).fill('authorizer'));
  expect(invoked.flatMap(({ calls }) => calls)).toEqual([]);
});

// Threat: A CDN makes all viewers look like one, or its address is forged or bypassed
test('viewers are counted by the address that the CDN sends, whatever their own headers say', async () => {
  const before = remaining(await list(from('203.0.113.3')));
  const other = await list({ ...from('203.0.113.4'), 'X-Forwarded-For': '203.0.113.3' });
  const again = await list({ ...from('203.0.113.3'), 'X-Forwarded-For': '203.0.113.99' });

  expect((await call.listDocuments({ as: 'owner', headers: from('203.0.113.2') })).status).toBe(200);
  expect(before).toBe(999);
  expect(remaining(other)).toBe(999);
  expect(remaining(again)).toBe(998);
});
