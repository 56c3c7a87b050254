import { beforeEach, expect, test, vi } from 'vitest';
import { replaceApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { listKeyUses, recordKeyUse } from '../../../shared/data/callers/keyUses.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';

const { call, table, recorder } = await sharedWatchedStage(['dynamodb']);

const minute = 60_000;
const hour = 60 * minute;
let noon = Date.parse('2026-03-01T12:00:00.000Z');
beforeEach(() => {
  noon += 24 * hour;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  return () => vi.useRealTimers();
});

const at = (time: number): string => new Date(time).toISOString();
const ownedKey = async () => storedApiKey((await storedOrganization()).owner);
type Key = Awaited<ReturnType<typeof ownedKey>>;

async function list({ headers }: Pick<Key, 'headers'>): Promise<number> {
  return (await call.listDocuments({ as: null, headers })).status;
}
const lastUseOf = async ({ record: { uuid } }: Key) => (await listKeyUses([uuid])).get(uuid);

/** Returns the number of write units of a run, except the unit by which the authorizer counts each request. */
async function writesOf(run: () => Promise<unknown>): Promise<number> {
  recorder.take();
  await run();
  const recordings = recorder.take();
  const writes = recordings
    .flatMap(({ calls }) => calls)
    .reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  return writes - recordings.filter(({ name }) => name === 'authorizer').length;
}

test("a key's last use is recorded to the hour, by one write an hour however many requests it makes", async () => {
  const key = await ownedKey();
  vi.setSystemTime(noon + 5 * minute);
  expect(await lastUseOf(key)).toBeUndefined();

  expect(await writesOf(() => list(key))).toBe(1);
  const unwritten = await writesOf(async () => {
    for (const passed of [6, 30, 59]) {
      vi.setSystemTime(noon + passed * minute);
      await list(key);
    }
  });

  expect(unwritten).toBe(0);
  expect(await lastUseOf(key)).toBe(at(noon));
  vi.setSystemTime(noon + hour);
  expect(await writesOf(() => list(key))).toBe(1);
  expect(await lastUseOf(key)).toBe(at(noon + hour));
});

test('a use in an hour that is over does not replace a later one', async () => {
  const key = await ownedKey();
  vi.setSystemTime(noon + hour);
  await list(key);

  await recordKeyUse(key.record.uuid, at(noon));

  expect(await lastUseOf(key)).toBe(at(noon + hour));
});

test('uses of revoked and guessed keys are not recorded', async () => {
  const revoked = await ownedKey();
  await transact([replaceApiKey({ ...revoked.record, revoked_at: at(noon) })]);
  const valid = await ownedKey();
  const guessed = { Authorization: `${valid.headers.Authorization.slice(0, -32)}${'A'.repeat(32)}` };
  const before = await table.everything();

  const writes = await writesOf(async () => {
    expect(await list(revoked)).toBe(401);
    expect(await list({ headers: guessed })).toBe(401);
  });

  expect(writes).toBe(0);
  const after = await table.everything();
  expect(after.filter(({ sk }) => sk !== 'RATE')).toEqual(before.filter(({ sk }) => sk !== 'RATE'));
});

test('a request is answered if its use cannot be recorded, and the next request records a use', async () => {
  const key = await ownedKey();
  const { dynamo } = await import('../../../shared/data/table/client.ts');
  dynamo.middlewareStack.add(
    (next) => async (args) => {
      if (JSON.stringify(args.input).includes('KEYUSE#')) throw new Error('the store is busy');
      return next(args);
    },
    { step: 'initialize', name: 'noUses' },
  );
  dynamo.destroy();

  expect(await list(key)).toBe(200);
  expect(await lastUseOf(key).catch(String)).toContain('the store is busy');
  dynamo.middlewareStack.remove('noUses');
  dynamo.destroy();
  expect(await lastUseOf(key)).toBeUndefined();

  expect(await list(key)).toBe(200);
  expect(await lastUseOf(key)).toBe(at(noon));
});
