import { expect, test } from 'vitest';
import { keyUseToRecord, maxRemembered } from '../../../functions/authorizer/keyUses.ts';

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`);
const toRecord = (uuids: readonly string[], now: number) =>
  uuids.filter((uuid) => keyUseToRecord(uuid, now) !== undefined);

test('ten thousand recorded keys are remembered, and all are forgotten when another one comes', () => {
  const uuids = namesOf(maxRemembered);
  const later = noon;

  expect(maxRemembered).toBe(10_000);
  expect(toRecord(uuids, later)).toEqual(uuids);
  expect(toRecord(uuids, later)).toEqual([]);
  expect(toRecord(['one more'], later)).toEqual(['one more']);
  expect(toRecord(['one more', 'key 0'], later)).toEqual(['key 0']);
});
