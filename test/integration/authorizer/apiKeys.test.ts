import { beforeEach, describe, expect, test, vi } from 'vitest';
import { replaceApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { asDisabled, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { listKeyUses } from '../../../shared/data/callers/keyUses.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { person, storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { setVariables } from '../../support/stages/stores.ts';

const service = await sharedStage();

const start = Date.parse('2026-03-01T12:00:00.000Z');
const seconds = (count: number) => start + count * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return () => vi.useRealTimers();
});

/** Returns the statuses of reading documents and of listing members with a credential, at a given time. */
async function answersAt(now: number, headers: Record<string, string>) {
  vi.setSystemTime(now);
  const [documents, members] = [
    await service.call.listDocuments({ as: null, headers }),
    await service.call.listOrganizationMembers({ as: null, headers }),
  ];
  return [
    { status: documents.status, code: documents.error?.code },
    { status: members.status, title: members.problem?.title },
  ];
}
const accepted = [
  { status: 200, code: undefined },
  { status: 200, title: undefined },
];
const refused = [
  { status: 401, code: 'invalid_api_key' },
  { status: 401, title: 'Unauthorized' },
];

test('a revoked key stops within 30 seconds, however often it is used', async () => {
  const { owner } = await storedOrganization();
  const { record, headers } = await storedApiKey(owner);
  expect(await answersAt(start, headers)).toEqual(accepted);

  await transact([replaceApiKey({ ...record, revoked_at: new Date(seconds(1)).toISOString() })]);

  for (const passed of [5, 15, 29]) await answersAt(seconds(passed), headers);
  expect(await answersAt(seconds(30), headers)).toEqual(refused);
  expect(await answersAt(seconds(31), headers)).toEqual(refused);
  expect(await answersAt(seconds(86_400), headers)).toEqual(refused);
});

test('a revoked key that was not used before, and a key without a stored owner, are refused at once', async () => {
  const { owner } = await storedOrganization();
  const revoked = await storedApiKey(owner, { revoked_at: new Date(start).toISOString() });

  for (const { headers } of [revoked, await storedApiKey(person())])
    expect(await answersAt(start, headers)).toEqual(refused);
});

test('a key ends when it expires, to the millisecond, though it was used a moment before', async () => {
  const { owner } = await storedOrganization();
  const expires_at = new Date(seconds(10)).toISOString();
  const { headers } = await storedApiKey(owner, { expires_at });

  expect(await answersAt(seconds(10) - 1, headers)).toEqual(accepted);
  expect(await answersAt(seconds(10), headers)).toEqual(refused);
});

describe('on a stage that limits the life of keys to 90 days', () => {
  const day = 86_400;
  const daysAgo = (days: number) => new Date(seconds(-days * day)).toISOString();
  beforeEach(() => {
    setVariables({ longestKeyLifeDays: '90' });
    return () => setVariables({ longestKeyLifeDays: '' });
  });

  // Threat: A forgotten key goes on working
  test.for<[what: string, expires_at: string | null]>([
    ['for any time', null],
    ['for longer', daysAgo(-365)],
  ])('a key that was issued %s ends then, to the millisecond', async ([, expires_at]) => {
    const { owner } = await storedOrganization();
    const { headers } = await storedApiKey(owner, { expires_at, created_at: daysAgo(89) });

    expect(await answersAt(seconds(day) - 1, headers)).toEqual(accepted);
    expect(await answersAt(seconds(day), headers)).toEqual(refused);
  });

  test('a key that is too old is refused at once, without a record of its use', async () => {
    const { owner } = await storedOrganization();
    const { headers, record } = await storedApiKey(owner, { created_at: daysAgo(90) });

    expect(await answersAt(start, headers)).toEqual(refused);
    expect(await listKeyUses([record.uuid])).toEqual(new Map());
  });
});

const ended = [
  { status: 401, code: 'invalid_session' },
  { status: 401, title: 'Unauthorized' },
];

// Threat: A disabled person goes on working
test('every credential of a disabled person is refused from the next request on, until they are enabled', async () => {
  const { owner } = await storedOrganization();
  const key = (await storedApiKey(owner)).headers;
  const session = (await storedSession(owner)).headers;
  for (const headers of [key, session]) expect(await answersAt(start, headers)).toEqual(accepted);

  const [disabled] = await transact([replaceCaller(asDisabled(owner, start))]);
  expect(await answersAt(start, key)).toEqual(refused);
  expect(await answersAt(start, session)).toEqual(ended);

  await transact([replaceCaller({ ...disabled, disabled_at: null })]);
  expect(await answersAt(start, key)).toEqual(accepted);
  expect(await answersAt(start, session)).toEqual(ended);
});

// Threat: A session survives because it began at the same moment as the end of all sessions
test('a session that begins while its person is disabled stays ended once they are enabled', async () => {
  const { owner } = await storedOrganization();

  const [disabled] = await transact([replaceCaller(asDisabled(owner, start))]);
  const late = (await storedSession(owner)).headers;
  const [enabled] = await transact([replaceCaller({ ...disabled, disabled_at: null })]);

  expect(await answersAt(start, late)).toEqual(ended);
  const next = (await storedSession(enabled)).headers;
  expect(await answersAt(start, next)).toEqual(accepted);
});
