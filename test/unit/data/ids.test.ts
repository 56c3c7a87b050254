import { afterEach, expect, test, vi } from 'vitest';
import { newUlid, timeOf } from '../../../shared/data/table/ids.ts';

afterEach(() => {
  vi.useRealTimers();
});

const randomPart = (ulid: string): string => ulid.slice(10);

test('ids are ascending, also in the same millisecond', () => {
  const ulids = Array.from({ length: 1000 }, newUlid);

  expect(ulids.toSorted()).toEqual(ulids);
  expect(new Set(ulids).size).toBe(1000);
});

test('the sixteen random characters of an id are new in each millisecond, with the whole alphabet', () => {
  // This time is later than the times of all earlier ids.
  const from = Date.now() + 60_000;
  vi.useFakeTimers({ toFake: ['Date'] });
  const ulids = Array.from({ length: 2000 }, (_, index) => {
    vi.setSystemTime(from + index);
    return newUlid();
  });

  const parts = ulids.map(randomPart);
  expect(new Set(parts).size).toBe(2000);
  for (let position = 0; position < 16; position++)
    expect(new Set(parts.map((part) => part[position])).size).toBe(32);
  expect(timeOf(`doc_${ulids[0] ?? ''}`)).toBe(from);
});
