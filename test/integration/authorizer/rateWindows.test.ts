import { beforeEach, expect, test, vi } from 'vitest';
import { generateApiKey } from '../../../shared/credentials/apiKeys.ts';
import type { CallRequest } from '../../support/client.ts';
import { storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';

const limits = { requests: 20, creates: 5 };
const { call, credentials, open, recorder } = await sharedWatchedStage(['dynamodb'], {
  environment: { rateLimitRequests: String(limits.requests), rateLimitCreates: String(limits.creates) },
});

const minute = 60_000;
const noon = Date.parse('2026-03-01T12:00:00.000Z');
/** Each test has minutes of its own, since the anonymous requests of all tests are counted together. */
let start = noon;

beforeEach(() => {
  start += 10 * minute;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => vi.useRealTimers();
});

const owner = async () => (await storedOrganization()).owner;
const times = <T>(count: number, run: () => Promise<T>) => Promise.all(Array.from({ length: count }, run));
const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [
      status,
      all?.length,
    ]),
  );
const list = (request: CallRequest) => call.listDocuments({ as: null, ...request });
const found = (request: CallRequest) => call.createOrganization({ as: null, ...request, json: {} });

const rateOf = ({ headers }: { headers: Headers }) => ({
  limit: headers.get('X-RateLimit-Limit'),
  remaining: headers.get('X-RateLimit-Remaining'),
  reset: headers.get('X-RateLimit-Reset'),
  retryAfter: headers.get('Retry-After'),
});
const seconds = (epochMilliseconds: number) => String(epochMilliseconds / 1000);

test('exactly as many requests at the same instant pass as the limit allows', async () => {
  const { headers } = await storedApiKey(await owner());
  // The first request imports the functions. During the import, an answer of a store could come too late. So this request comes before the
  // others, with another key.
  await list(await storedApiKey(await owner()));

  const answers = await times(50, () => list({ headers }));

  expect(statuses(answers)).toEqual({ 200: 20, 429: 30 });
  const remaining = answers.map((answer) => Number(rateOf(answer).remaining)).sort((a, b) => b - a);
  expect(remaining).toEqual([...Array.from({ length: 20 }, (_, i) => 19 - i), ...Array(30).fill(0)]);
});

test('the window ends with the calendar minute, to the millisecond, and the next one begins at zero', async () => {
  const { headers } = await storedApiKey(await owner());
  const end = start + minute;
  vi.setSystemTime(end - 20_001);
  await times(limits.requests, () => list({ headers }));

  const refused = await list({ headers });
  vi.setSystemTime(end - 1);
  const refusedLate = await list({ headers });
  vi.setSystemTime(end);
  const passed = await list({ headers });

  expect(refused.status).toBe(429);
  expect(rateOf(refused)).toEqual({ limit: '20', remaining: '0', reset: seconds(end), retryAfter: '21' });
  expect(refused.error).toMatchObject({ code: 'rate_limit_exceeded', retry_after: 21 });
  expect(rateOf(refusedLate)).toMatchObject({ reset: seconds(end), retryAfter: '1' });
  expect(passed.status).toBe(200);
  expect(rateOf(passed)).toEqual({
    limit: '20',
    remaining: '19',
    reset: seconds(end + minute),
    retryAfter: null,
  });
});

test('POST requests have a limit of their own, and also count for the limit of all requests', async () => {
  const { headers } = await storedApiKey(await owner());

  const posts = await times(5, () => found({ headers }));
  const over = await found({ headers });
  const shed = await times(9, () => found({ headers }));
  const other = await list({ headers });
  const rest = await times(15, () => list({ headers }));

  expect(statuses(posts)).toEqual({ 400: 5 });
  expect(statuses([over, ...shed])).toEqual({ 429: 10 });
  expect([...posts, over, ...shed].map((post) => rateOf(post).limit)).toEqual(Array(15).fill('5'));
  // Seven requests counted: five POSTs, the first POST beyond the limit, and this one. The later POSTs did not count.
  expect(rateOf(other)).toMatchObject({ limit: '20', remaining: '13' });
  expect(statuses(rest)).toEqual({ 200: 13, 429: 2 });
});

test('reports of reading times count as other requests do, not as POST requests', async () => {
  const { headers } = await storedApiKey(await owner());
  const body = new URLSearchParams({ seconds: '1:1' });
  const at = `${credentials.base_url}/d/doc_${'0'.repeat(26)}`;

  const answers = await times(limits.requests + 1, () => fetch(at, { method: 'POST', headers, body }));

  // Without the service's `Origin`, none is accepted.
  expect(statuses(answers)).toEqual({ 403: limits.requests, 429: 1 });
  expect(answers.map((answer) => rateOf(answer).limit)).toEqual(answers.map(() => '20'));
});

test('a POST after the limit of all requests is refused with this limit, not with that of POST requests', async () => {
  const { headers } = await storedApiKey(await owner());
  await times(limits.requests, () => list({ headers }));

  const post = await found({ headers });

  expect(post.problem).toMatchObject({ status: 429, title: 'Too Many Requests' });
  expect(rateOf(post)).toMatchObject({ limit: '20', remaining: '0', retryAfter: '60' });
});

test('each key of a person has a window of its own, and all their sessions share one', async () => {
  const user = await owner();
  const keys = [await storedApiKey(user), await storedApiKey(user)] as const;
  const sessions = [await storedSession(user), await storedSession(user)] as const;
  await times(limits.requests + 1, () => list(keys[0]));

  expect((await list(keys[0])).status).toBe(429);
  expect(rateOf(await list(keys[1]))).toMatchObject({ remaining: '19' });
  expect(rateOf(await list(sessions[0]))).toMatchObject({ remaining: '19' });
  expect(rateOf(await list(sessions[1]))).toMatchObject({ remaining: '18' });
});

test('clients with no key or a bad one are counted by their real address, whatever their headers say', async () => {
  const senders: CallRequest[] = [
    {},
    { headers: { Authorization: 'Bearer nonsense' } },
    { headers: { Authorization: `Bearer dgs_test_${'0'.repeat(58)}` } },
    { headers: { Cookie: 'session=nonsense' } },
    { headers: { 'X-Forwarded-For': '203.0.113.7' } },
  ];

  const answers = await times(5, () => Promise.all(senders.map(list)));
  const over = await Promise.all(senders.map(list));
  const asProblem = await call.listOrganizationMembers({ as: null });

  expect(statuses(answers.flat())).toEqual({ 401: 20, 429: 5 });
  expect(statuses(over)).toEqual({ 429: 5 });
  expect(asProblem.problem).toMatchObject({ status: 429, title: 'Too Many Requests' });
  expect(rateOf(asProblem)).toEqual({
    limit: '20',
    remaining: '0',
    reset: seconds(start + minute),
    retryAfter: '60',
  });
});

test('clients that guess keys do not use up the requests of others', async () => {
  const { headers } = await storedApiKey(await owner());
  const guess = { Authorization: `${headers.Authorization.slice(0, -1)}_` };
  await times(limits.requests + 1, () => list({ headers: guess }));

  const answer = await list({ headers });

  expect(answer.status).toBe(200);
  expect(rateOf(answer)).toMatchObject({ remaining: '19' });
});

/** The cost of requests in DynamoDB, including the operation. */
const costOf = (run: () => Promise<unknown>) => recorder.unitsOf(run);

/** Uses up the limit of a minute and sends one request more. From then on, the authorizer knows that the limit is reached. */
const exhaust = (request: CallRequest = {}) => times(limits.requests + 1, () => list(request));

// Threat: A flood of requests without credentials
test('a request without a credential costs a write unit, and nothing when its address is over the limit', async () => {
  expect(await costOf(() => list({}))).toEqual({ reads: 0, writes: 1 });
  await exhaust();

  expect(await costOf(() => times(20, () => list({})))).toEqual({ reads: 0, writes: 0 });
  expect(await costOf(() => times(20, () => found({})))).toEqual({ reads: 0, writes: 0 });
});

// Threat: A flood of requests without credentials
test.for([
  { what: 'API key', headers: { Authorization: `Bearer ${generateApiKey('test').text}` } },
  { what: 'session', headers: { Cookie: `session=${'A'.repeat(43)}` } },
])('a made-up $what costs one read and no write', async ({ headers }) => {
  await exhaust();

  expect(await costOf(() => times(10, () => list({ headers })))).toEqual({ reads: 10, writes: 0 });
});

// Threat: A flood of requests without credentials
test.for(['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}.`])(
  'a value that cannot be a session costs no read: %s',
  async (token) => {
    await exhaust();

    expect(await costOf(() => list({ headers: { Cookie: `session=${token}` } }))).toEqual({
      reads: 0,
      writes: 0,
    });
  },
);

// Threat: A flood of requests without credentials
test('a key over the limit costs no write', async () => {
  const { headers } = await storedApiKey(await owner());
  await list({ headers });
  const before = await costOf(() => list({ headers }));
  await exhaust({ headers });

  const shed = await costOf(() => list({ headers }));

  expect(before.writes).toBe(1);
  expect(shed.writes).toBe(0);
});

test('a request that is refused without a count gets the same answer as the last counted one', async () => {
  await exhaust();
  vi.setSystemTime(start + minute - 1);

  const answer = await list({});

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
