import { beforeEach, expect, test, vi } from 'vitest';
import { localStaffDomain } from '../../../infra/local/actors.ts';
import { type CallerItem, newServiceAccount } from '../../../shared/data/callers/callers.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const [requests, searches] = [20, 6];
const { call, credentials } = await sharedStage({
  environment: { rateLimitRequests: String(requests), rateLimitSearches: String(searches) },
});

const minute = 60_000;
let start = Date.parse('2026-03-01T12:00:00.000Z');
beforeEach(() => {
  start += 10 * minute;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;
interface Answer {
  readonly status: number;
  readonly headers: globalThis.Headers;
}
/** The stage has no search engine, so a search that passes answers 404. */
const search = (headers: Headers): Promise<Answer> =>
  call.search({ as: null, headers, query: { q: 'word' } });
const list = (headers: Headers): Promise<Answer> => call.listDocuments({ as: null, headers });
const page = (query: string) => (headers: Headers) =>
  fetch(`${credentials.base_url}/r/room_${'0'.repeat(26)}${query}`, { headers });

const keysOf = (owner: CallerItem, count: number): Promise<Headers[]> =>
  Promise.all(Array.from({ length: count }, async () => (await storedApiKey(owner)).headers));
const sessionOf = async (user: CallerItem): Promise<Headers> => (await storedSession(user)).headers;

const isRefused = ({ status }: Answer) => status === 429;
const remainingOf = ({ headers }: Answer) => Number(headers.get('X-RateLimit-Remaining'));
const limitOf = ({ headers }: Answer) => Number(headers.get('X-RateLimit-Limit'));

/** Sends one request with each credential at the same time, this number of times. */
async function withEach(all: readonly Headers[], count: number, send = search): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let round = 0; round < count; round++) answers.push(...(await Promise.all(all.map(send))));
  return answers;
}

// Threat: A person multiplies the rate limit with many keys
test('searches of a person are limited over all their credentials, and nothing else is', async () => {
  const { id } = await storedOrganization();
  const person = await storedPerson({ email: `${crypto.randomUUID()}@${localStaffDomain}` });
  const session = await sessionOf(person);
  const all = [...(await keysOf(person, 2)), session, { ...session, 'X-Service-Organization-Id': id }];

  const answers = await withEach(all, 3);

  const refused = answers.filter(isRefused);
  expect(answers.length - refused.length).toBe(searches);
  for (const { headers } of refused)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-ratelimit-limit': String(searches),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String((start + minute) / 1000),
      'retry-after': '60',
      'x-error-code': 'rate_limit_exceeded',
    });
  expect((await withEach(all, 1, list)).filter(isRefused)).toEqual([]);
  const others = await withEach(await keysOf(await storedPerson(), 1), searches);
  expect(others.map(remainingOf)).toEqual([5, 4, 3, 2, 1, 0]);
  vi.setSystemTime(start + minute);
  expect((await withEach(all, 1)).filter(isRefused)).toEqual([]);
});

test('each service account has the limit for itself, over all its keys', async () => {
  const { id } = await storedOrganization();
  const [one, other] = [
    await storedMember(id, 'member', newServiceAccount('Import')),
    await storedMember(id, 'member', newServiceAccount('Export')),
  ];

  const answers = await withEach(await keysOf(one, 3), 3);

  expect(answers.filter(isRefused)).toHaveLength(9 - searches);
  expect((await withEach(await keysOf(other, 2), 3)).filter(isRefused)).toEqual([]);
});

test.for([
  { before: 0, limit: searches, remaining: 5 },
  { before: 15, limit: requests, remaining: 4 },
  { before: 19, limit: requests, remaining: 0 },
])(
  'a search also counts as a request: after $before requests, $remaining of $limit are left',
  async ({ before, ...expected }) => {
    const [key = {}] = await keysOf(await storedPerson(), 1);
    await withEach([key], before, list);

    const found = await search(key);
    expect({ limit: limitOf(found), remaining: remainingOf(found) }).toEqual(expected);

    const [next] = await withEach([key], 1, list);
    expect(next && isRefused(next)).toBe(before === 19);
    expect(next && limitOf(next)).toBe(requests);
  },
);

test('a search beyond the limit of requests does not count as a search', async () => {
  const [busy = {}, other = {}] = await keysOf(await storedPerson(), 2);
  await withEach([busy], requests, list);

  expect((await withEach([busy], 3)).map(limitOf)).toEqual([requests, requests, requests]);
  expect((await withEach([other], searches)).filter(isRefused)).toEqual([]);
});

test('words that are sought on the page of a room count, the page itself does not', async () => {
  const session = await sessionOf(await storedPerson());
  await withEach([session], searches, page('?q=word'));

  expect((await withEach([session], 1, page('?q=word'))).map(({ status }) => status)).toEqual([429]);
  expect((await withEach([session], 1, page('?q='))).map(({ status }) => status)).toEqual([404]);
});
