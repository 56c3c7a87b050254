import { beforeEach, expect, test, vi } from 'vitest';
import { generateApiKey } from '../../../shared/credentials/apiKeys.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';

const { call, open, recorder } = await sharedWatchedStage(['dynamodb'], {
  environment: { rateLimitRequests: '20', rateLimitCreates: '5' },
});

const minute = 60_000;
let start = Date.parse('2026-03-01T12:00:00.000Z');
beforeEach(() => {
  start += 10 * minute;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;
const list = (headers: Headers = {}) => call.listDocuments({ as: null, headers });
const post = (headers: Headers = {}) => call.createOrganization({ as: null, headers, json: {} });
async function times(count: number, run: () => Promise<unknown>) {
  for (let sent = 0; sent < count; sent++) await run();
}

/** The cost of requests in DynamoDB, including the operation. */
async function costOf(run: () => Promise<unknown>) {
  recorder.take();
  await run();
  const calls = recorder.take().flatMap((recording) => recording.calls);
  const sum = (units: 'readUnits' | 'writeUnits') => calls.reduce((total, each) => total + each[units], 0);
  return { reads: sum('readUnits'), writes: sum('writeUnits') };
}

/** Uses up the limit of a minute and sends one request more. From then on, the authorizer knows that the limit is reached. */
const exhaust = (headers: Headers = {}) => times(21, () => list(headers));

// Threat: A flood of requests without credentials
test('a request without a credential costs a write unit, and nothing when its address is over the limit', async () => {
  expect(await costOf(() => list())).toEqual({ reads: 0, writes: 1 });
  await exhaust();

  expect(await costOf(() => times(20, () => list()))).toEqual({ reads: 0, writes: 0 });
  expect(await costOf(() => times(20, () => post()))).toEqual({ reads: 0, writes: 0 });
});

// Threat: A flood of requests without credentials
test.for([
  { what: 'API key', headers: { Authorization: `Bearer ${generateApiKey('test').text}` } },
  { what: 'session', headers: { Cookie: `session=${'A'.repeat(43)}` } },
])('a made-up $what costs one read and no write', async ({ headers }) => {
  await exhaust();

  expect(await costOf(() => times(10, () => list(headers)))).toEqual({ reads: 10, writes: 0 });
});

// Threat: A flood of requests without credentials
test.for(['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}.`])(
  'a value that cannot be a session costs no read: %s',
  async (token) => {
    await exhaust();

    expect(await costOf(() => list({ Cookie: `session=${token}` }))).toEqual({ reads: 0, writes: 0 });
  },
);

// Threat: A flood of requests without credentials
test('a key over the limit costs no write', async () => {
  const { headers } = await storedApiKey((await storedOrganization()).owner);
  await list(headers);
  const before = await costOf(() => list(headers));
  await exhaust(headers);

  const shed = await costOf(() => list(headers));

  expect(before.writes).toBe(1);
  expect(shed.writes).toBe(0);
});

test('a request that is refused without a count gets the same answer as the last counted one', async () => {
  await exhaust();
  vi.setSystemTime(start + minute - 1);

  const answer = await list();

  expect(answer.status).toBe(429);
  expect(answer.error).toMatchObject({ code: 'rate_limit_exceeded', retry_after: 1 });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-ratelimit-limit': '20',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String((start + minute) / 1000),
    'retry-after': '1',
  });
});

test("a page over the limit answers in the client's format", async () => {
  const page = (Accept: string) => open(`/d/doc_${'0'.repeat(26)}`, { Accept });
  await times(21, () => page('text/html'));

  const [forClients, forPeople] = [await page('application/json'), await page('text/html')];

  expect([forClients.status, forPeople.status]).toEqual([429, 429]);
  expect(forClients.headers.get('vary')).toContain('Accept');
  expect(JSON.parse(forClients.text).error.code).toBe('rate_limit_exceeded');
  expect(forPeople.headers.get('retry-after')).toBe('60');
  expect(forPeople.text).toContain('<h1>Too many requests</h1>');
});
