import { beforeEach, expect, test, vi } from 'vitest';
import type { ApiKeyItem } from '../../../shared/data/callers/apiKeys.ts';
import { listKeyUses } from '../../../shared/data/callers/keyUses.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { call } = await sharedStage({ environment: { longestKeyLifeDays: '90' } });

const day = 86_400_000;
const now = Date.parse('2026-03-01T12:00:00.000Z');
const at = (time: number): string => new Date(time).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => vi.useRealTimers();
});

const issued = async (given: Partial<ApiKeyItem>) => storedApiKey((await storedOrganization()).owner, given);

/** Lists documents and members with a key at a given time. Returns the status and the error of both requests. */
async function answersAt(time: number, { headers }: { readonly headers: Record<string, string> }) {
  vi.setSystemTime(time);
  const documents = await call.listDocuments({ as: null, headers });
  const members = await call.listOrganizationMembers({ as: null, headers });
  return [documents.status, documents.error?.code, members.status, members.problem?.title];
}
const accepted = [200, undefined, 200, undefined];
const refused = [401, 'invalid_api_key', 401, 'Unauthorized'];

// Threat: A forgotten key goes on working
test.for<[what: string, given: Partial<ApiKeyItem>]>([
  ['for any time', {}],
  ['for longer', { expires_at: at(now + 365 * day) }],
])(
  'a key that was issued %s ends after the longest life of the stage, to the millisecond',
  async ([, given]) => {
    const key = await issued({ ...given, created_at: at(now - 89 * day) });

    expect(await answersAt(now + day - 1, key)).toEqual(accepted);
    expect(await answersAt(now + day, key)).toEqual(refused);
  },
);

test('a key that is too old is refused at once, without a record of its use', async () => {
  const key = await issued({ created_at: at(now - 90 * day) });

  expect(await answersAt(now, key)).toEqual(refused);
  expect(await listKeyUses([key.record.uuid])).toEqual(new Map());
});
