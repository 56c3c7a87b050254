import { beforeEach, expect, test, vi } from 'vitest';
import { replaceApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { person, storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

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

test('a revoked key that was not used before is refused at once', async () => {
  const { owner } = await storedOrganization();
  const revoked_at = new Date(start).toISOString();

  const { headers } = await storedApiKey(owner, { revoked_at });

  expect(await answersAt(start, headers)).toEqual(refused);
});

test('a key ends when it expires, to the millisecond, though it was used a moment before', async () => {
  const { owner } = await storedOrganization();
  const expires_at = new Date(seconds(10)).toISOString();
  const { headers } = await storedApiKey(owner, { expires_at });

  expect(await answersAt(seconds(10) - 1, headers)).toEqual(accepted);
  expect(await answersAt(seconds(10), headers)).toEqual(refused);
});

test('a key without a stored owner is refused', async () => {
  const { headers } = await storedApiKey(person());

  expect(await answersAt(start, headers)).toEqual(refused);
});
