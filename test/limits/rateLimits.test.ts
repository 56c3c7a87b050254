import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, clientOf } from '../support/client.ts';
import { startService } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** The limits of specification section 8, which are also the defaults of the service. */
const requestsPerMinute = 1000;
const creationsPerMinute = 100;

const cleanup = new AsyncDisposableStack();
let call: ReturnType<typeof clientOf>;
let baseUrl: string;
beforeAll(async () => {
  const directory = cleanup.use(await temporaryDirectory());
  const service = await startService({ DATA_DIR: directory.path });
  cleanup.defer(() => service.stop());
  call = clientOf(service.credentials);
  baseUrl = service.credentials.base_url;
  // The first requests load the functions, which takes seconds of a minute.
  await call.createOrganization({ as: 'newcomer', json: { name: '' } });
  await call.listDocuments({ as: 'newcomer' });
});
afterAll(() => cleanup.disposeAsync());

const minuteSeconds = 60;
const secondsNow = () => Date.now() / 1000;
const windowEnd = () => (Math.floor(secondsNow() / minuteSeconds) + 1) * minuteSeconds;

/** Resolves with the end of a calendar minute that has this much time left: the current minute or the next. */
async function minuteWith(secondsLeft: number): Promise<number> {
  while (windowEnd() - secondsNow() < secondsLeft) await new Promise((resolve) => setTimeout(resolve, 50));
  return windowEnd();
}

/** Resolves with the answers to requests that were sent at the same time. Fails if an answer comes after the end of the calendar minute. */
async function allWithin(end: number, requests: readonly Promise<Answer<unknown>>[]) {
  const answers = await Promise.all(requests);
  expect(secondsNow(), 'the machine was too slow to answer within the minute').toBeLessThan(end);
  return answers;
}
const times = (count: number, run: () => Promise<Answer<unknown>>) => Array.from({ length: count }, run);
const countOf = (answers: readonly Answer<unknown>[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const rateOf = ({ headers }: Answer<unknown>) => ({
  limit: Number(headers.get('X-RateLimit-Limit')),
  remaining: Number(headers.get('X-RateLimit-Remaining')),
  reset: Number(headers.get('X-RateLimit-Reset')),
});

/** Expects 429 in the operation's format, with the headers of specification section 8 and the time to wait. */
function expectExceeded(answer: Answer<unknown>, limit: number, end: number) {
  const wait = Number(answer.headers.get('Retry-After'));
  expect(answer.status).toBe(429);
  expect(rateOf(answer)).toEqual({ limit, remaining: 0, reset: end });
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(minuteSeconds);
  if (answer.problem) expect(answer.problem).toMatchObject({ title: 'Too Many Requests', status: 429 });
  else
    expect(answer.error).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      param: null,
      retry_after: wait,
    });
}

// The tests that need most of a minute are the last, so that both can use the same one.

test('of 120 POST requests at once with one key exactly 100 pass, and other requests still pass', async () => {
  const end = await minuteWith(20);

  const posts = await allWithin(
    end,
    times(120, () => call.createOrganization({ as: 'member', json: { name: '' } })),
  );
  const [reading, change] = await allWithin(end, [
    call.listDocuments({ as: 'member' }),
    call.updateMemberRole({ as: 'member', path: { user_id: 'nobody' }, json: {} }),
  ]);

  expect(countOf(posts, 422)).toBe(creationsPerMinute);
  for (const post of posts.filter(({ status }) => status !== 422))
    expectExceeded(post, creationsPerMinute, end);
  expect(posts.map((post) => rateOf(post).limit)).toEqual(Array(120).fill(creationsPerMinute));
  expect(reading?.status).toBe(200);
  expect(change?.status).toBe(403);
});

test('of 1,050 requests at once with one key exactly 1,000 pass, and another key is not affected', async () => {
  const end = await minuteWith(45);

  const answers = await allWithin(end, [
    ...times(525, () => call.listDocuments({ as: 'owner', query: { limit: '1' } })),
    ...times(525, () => call.listOrganizationMembers({ as: 'owner' })),
  ]);
  const others = await allWithin(end, [
    call.listDocuments({ as: 'admin' }),
    call.listDocuments({ session: 'owner' }),
    call.listDocuments({ as: 'owner' }),
    call.listOrganizationMembers({ as: 'owner' }),
  ]);

  expect(countOf(answers, 200)).toBe(requestsPerMinute);
  expect(countOf(answers, 429)).toBe(50);
  const remaining = answers.map((answer) => rateOf(answer).remaining).sort((a, b) => b - a);
  expect(remaining).toEqual(Array.from({ length: 1050 }, (_, index) => Math.max(999 - index, 0)));
  for (const answer of answers.filter(({ status }) => status === 429))
    expectExceeded(answer, requestsPerMinute, end);
  const [admin, session, documents, members] = others;
  for (const answer of [admin, session])
    expect(answer && { status: answer.status, ...rateOf(answer) }).toEqual({
      status: 200,
      limit: requestsPerMinute,
      remaining: requestsPerMinute - 1,
      reset: end,
    });
  expect(documents?.error?.code).toBe('rate_limit_exceeded');
  expect(members?.problem?.status).toBe(429);
});

// Threat: A CDN makes all viewers look like one, or its address is forged or bypassed
test('a thousand requests without a key do not block the sign-in and pages for others at the same address', async () => {
  const end = await minuteWith(45);
  const open = (path: string) => fetch(baseUrl + path, { redirect: 'manual' });

  const answers = await allWithin(
    end,
    times(1050, () => call.listDocuments({ as: null })),
  );
  const [signIn, page] = await Promise.all([open('/login'), open('/d/doc_00000000000000000000000000')]);
  const [shed, known] = await allWithin(end, [
    call.listDocuments({ as: null }),
    call.listDocuments({ as: 'outsider' }),
  ]);

  expect(countOf(answers, 429)).toBeGreaterThanOrEqual(50);
  expect(signIn).toMatchObject({ status: 303 });
  expect(signIn.headers.get('x-ratelimit-remaining')).toBe(String(requestsPerMinute - 1));
  // Visitors who are not signed in are asked to sign in, whether or not the document exists.
  expect(page).toMatchObject({ status: 303 });
  expect(page.headers.get('x-ratelimit-remaining')).toBe(String(requestsPerMinute - 1));
  if (shed) expectExceeded(shed, requestsPerMinute, end);
  expect(known?.status).toBe(200);
});
