import { beforeEach, expect, test, vi } from 'vitest';
import type { CallRequest } from '../../support/client.ts';
import { storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const limits = { requests: 20, creates: 5 };
const { call, credentials } = await sharedStage({
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
