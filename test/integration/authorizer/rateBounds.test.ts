import { beforeEach, expect, test, vi } from 'vitest';
import { localStaffDomain } from '../../../infra/local/actors.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { type CallerItem, newServiceAccount } from '../../../shared/data/callers/callers.ts';
import { countRequests } from '../../../shared/data/callers/rateWindows.ts';
import { windowOf } from '../../../shared/http/rateLimit.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';

const { call, credentials, recorder } = await sharedWatchedStage(['dynamodb'], {
  environment: {
    rateLimitRequests: '20',
    rateLimitCreates: '5',
    rateLimitSearches: '6',
    rateLimitPersonFactor: '3',
    rateLimitOrganizationFactor: '6',
  },
});

const [requests, searches] = [20, 6];
const minute = 60_000;
let start = Date.parse('2026-03-01T12:00:00.000Z');
beforeEach(() => {
  start += 10 * minute;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;
const list = (headers: Headers) => call.listOrganizationMembers({ as: null, headers });
const post = (headers: Headers) => call.createOrganization({ as: null, headers, json: {} });
/** The stage has no search engine, so a search that passes answers 404. */
const search = (headers: Headers) => call.search({ as: null, headers, query: { q: 'word' } });
const page = (query: string) => (headers: Headers) =>
  fetch(`${credentials.base_url}/r/room_${'0'.repeat(26)}${query}`, { headers });
interface Answer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly problem?: object | undefined;
}

const keysOf = (owner: CallerItem, count: number): Promise<Headers[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const organization_id = owner.current_organization_id;
      return (await storedApiKey(owner, { organization_id })).headers;
    }),
  );
const sessionOf = async (user: CallerItem): Promise<Headers> => ({
  ...(await storedSession(user)).headers,
  Origin: new URL(credentials.base_url).origin,
});

/** Sends this number of requests with each credential. In each round, every credential sends one request at the same time. */
async function withEach(
  all: readonly Headers[],
  count: number,
  send: (headers: Headers) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let round = 0; round < count; round++) answers.push(...(await Promise.all(all.map(send))));
  return answers;
}

const isRefused = ({ status }: Answer) => status === 429;
const refusedOf = (answers: readonly Answer[]) => answers.filter(isRefused);
const remainingOf = ({ headers }: Answer) => Number(headers.get('X-RateLimit-Remaining'));
const limitOf = ({ headers }: Answer) => Number(headers.get('X-RateLimit-Limit'));
const limitsOf = (answers: readonly Answer[]) => new Set(answers.map(limitOf));

const writesOf = async (run: () => Promise<unknown>) => (await recorder.unitsOf(run)).writes;

const kinds = [
  { what: 'requests', send: list, own: 20, ofPerson: 60, ofOrganization: 120 },
  { what: 'POST requests', send: post, own: 5, ofPerson: 15, ofOrganization: 30 },
] as const;

// Threat: A person multiplies the rate limit with many keys
test.for(kinds)(
  '$what of a person are limited over all their credentials',
  async ({ send, own, ofPerson }) => {
    const person = await storedPerson();
    const all = [...(await keysOf(person, 3)), await sessionOf(person)];

    const answers = await withEach(all, own, send);

    const refused = refusedOf(answers);
    expect(answers.length - refused.length).toBe(ofPerson);
    expect(limitsOf(answers.filter((answer) => !isRefused(answer)))).toEqual(new Set([own]));
    for (const { headers, problem } of refused) {
      expect(problem).toMatchObject({ status: 429, title: 'Too Many Requests' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-ratelimit-limit': String(ofPerson),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String((start + minute) / 1000),
        'retry-after': '60',
      });
    }
    vi.setSystemTime(start + minute);
    expect(refusedOf(await withEach(all, 1, send))).toEqual([]);
  },
);

// Threat: A person multiplies the rate limit with many keys
test.for(kinds)(
  '$what of an organization are limited over all members and service accounts',
  async ({ send, own, ofPerson, ofOrganization }) => {
    const { id, owner } = await storedOrganization();
    const member = await storedMember(id, 'member');
    const others = await Promise.all(
      [await storedMember(id, 'admin'), await storedMember(id, 'member', newServiceAccount('Import'))].map(
        (caller) => keysOf(caller, 1),
      ),
    );
    const staff = await storedPerson({ email: `${crypto.randomUUID()}@${localStaffDomain}` });
    const asStaff = { ...(await sessionOf(staff)), 'X-Service-Organization-Id': id };
    const busy = [...(await keysOf(owner, 3)), ...(await keysOf(member, 3))];

    const before = await withEach(busy, own, send);
    const after = await withEach(others.flat(), 3, send);

    expect(refusedOf(before)).toEqual([]);
    expect(2 * ofPerson).toBe(ofOrganization);
    expect(limitsOf(refusedOf(after))).toEqual(new Set([ofOrganization]));
    expect(refusedOf(after)).toHaveLength(after.length);
    // These requests do not count for staff from outside, or for another organization.
    const { owner: outsider } = await storedOrganization();
    expect(refusedOf(await withEach([asStaff, ...(await keysOf(outsider, 1))], 1, send))).toEqual([]);
  },
);

// Threat: A person multiplies the rate limit with many keys
test('fifty requests cost one write for the person and one for the organization, and a refused one costs none', async () => {
  const { owner } = await storedOrganization();
  const keys = await keysOf(owner, 4);
  // Before the measurement, each key records its first use of the hour.
  await withEach(keys, 1, list);

  expect(await writesOf(() => withEach(keys, 11, list))).toBe(44);
  expect(await writesOf(() => withEach(keys, 3, list))).toBe(12 + 2);
  expect(await writesOf(() => withEach(keys, 1, list))).toBe(0);
});

test.for([
  { others: 0, passing: 60 },
  { others: 10, passing: 50 },
  { others: 40, passing: 49 },
])(
  'a process reads the shared count with its fiftieth request: $passing requests pass if others made $others',
  async ({ others, passing }) => {
    const person = await storedPerson();
    const keys = await keysOf(person, 4);
    const counted = { requests: others, creates: 0 };
    await countRequests(`person:${ulidOf(person.id)}`, windowOf(start), counted);

    let passed = 0;
    for (const headers of keys.flatMap((key) => Array.from({ length: 20 }, () => key)))
      if ((await list(headers)).status !== 429) passed += 1;

    expect(passed).toBe(passing);
  },
);

// Threat: A person multiplies the rate limit with many keys
test('searches of a person are limited over all their credentials, and nothing else is', async () => {
  const { id } = await storedOrganization();
  const person = await storedPerson({ email: `${crypto.randomUUID()}@${localStaffDomain}` });
  const session = await sessionOf(person);
  const all = [...(await keysOf(person, 2)), session, { ...session, 'X-Service-Organization-Id': id }];

  const answers = await withEach(all, 3, search);

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
  expect(refusedOf(await withEach(all, 1, list))).toEqual([]);
  const others = await withEach(await keysOf(await storedPerson(), 1), searches, search);
  expect(others.map(remainingOf)).toEqual([5, 4, 3, 2, 1, 0]);
  vi.setSystemTime(start + minute);
  expect(refusedOf(await withEach(all, 1, search))).toEqual([]);
});

test('each service account has the limit of searches for itself, over all its keys, and no other limit', async () => {
  const { id } = await storedOrganization();
  const newKeys = async () => keysOf(await storedMember(id, 'member', newServiceAccount('Import')), 4);
  const [one, other] = [await newKeys(), await newKeys()];

  expect(refusedOf(await withEach(one, 17, list))).toEqual([]);
  expect(refusedOf(await withEach(one.slice(1), 3, search))).toHaveLength(9 - searches);
  expect(refusedOf(await withEach(other.slice(2), 3, search))).toEqual([]);
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

  expect((await withEach([busy], 3, search)).map(limitOf)).toEqual([requests, requests, requests]);
  expect(refusedOf(await withEach([other], searches, search))).toEqual([]);
});

test('words that are sought on the page of a room count, the page itself does not', async () => {
  const session = await sessionOf(await storedPerson());
  await withEach([session], searches, page('?q=word'));

  expect((await withEach([session], 1, page('?q=word'))).map(({ status }) => status)).toEqual([429]);
  expect((await withEach([session], 1, page('?q='))).map(({ status }) => status)).toEqual([404]);
});
