import { expect, test } from 'vitest';
import { isWorthRetrying, retryAfterSeconds, wait, waitMilliseconds } from '../../../shared/client/retry.ts';

test.for([
  { status: 0, expected: true },
  { status: 429, expected: true },
  { status: 500, expected: true },
  { status: 502, expected: true },
  { status: 503, expected: true },
  { status: 504, expected: true },
  { status: 304, expected: false },
  { status: 400, expected: false },
  { status: 404, expected: false },
  { status: 412, expected: false },
])('a retry after $status: $expected', ({ status, expected }) => {
  expect(isWorthRetrying(status, null)).toBe(expected);
});

test('a request waits for the next rate window, and not for longer', () => {
  expect(isWorthRetrying(429, 60)).toBe(true);
  expect(isWorthRetrying(429, 61)).toBe(false);
});

test('waits are random, up to a backoff that doubles until 8 seconds', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 60].map((retries) => waitMilliseconds(retries, null, 1));

  expect(longest).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(waitMilliseconds(3, null, 0)).toBe(0);
});

test('waits are at least as long as the service requests, and differ', () => {
  expect(waitMilliseconds(0, 7, 0)).toBe(7000);
  expect(waitMilliseconds(0, 7, 0.5)).toBe(7125);
});

test.for([
  { header: null, expected: null },
  { header: '0', expected: 0 },
  { header: '17', expected: 17 },
  { header: 'Sun, 22 Nov 2026 08:00:30 GMT', expected: 30 },
  { header: 'Sun, 22 Nov 2026 07:00:00 GMT', expected: 0 },
  { header: 'soon', expected: null },
])('reads Retry-After: $header', ({ header, expected }) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-22T08:00:00Z'))).toBe(expected);
});

test('an aborted wait ends at once, with the reason', async () => {
  const controller = new AbortController();
  const waiting = wait(3_600_000, controller.signal);

  controller.abort(new Error('changed my mind'));

  await expect(waiting).rejects.toThrow('changed my mind');
});

test('a wait that was aborted before does not begin', async () => {
  await expect(wait(3_600_000, AbortSignal.abort(new Error('changed my mind')))).rejects.toThrow(
    'changed my mind',
  );
});
