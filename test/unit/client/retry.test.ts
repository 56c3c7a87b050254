import { expect, test } from 'vitest';
import { isWorthRetrying, retryAfterSeconds, wait, waitMilliseconds } from '../../../shared/client/retry.ts';

test('a request is retried if the service may answer another time, soon', () => {
  const statuses = [0, 304, 400, 404, 412, 429, 500, 502, 503, 504];
  expect(statuses.filter((status) => isWorthRetrying(status, null))).toEqual([0, 429, 500, 502, 503, 504]);
  expect(isWorthRetrying(429, 60)).toBe(true);
  expect(isWorthRetrying(429, 61)).toBe(false);
});

test('waits are random up to a backoff that doubles until 8 seconds, and at least what the service requests', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 60].map((retries) => waitMilliseconds(retries, null, 1));

  expect(longest).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(waitMilliseconds(3, null, 0)).toBe(0);
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

test('an aborted wait ends at once, or does not begin, with the reason', async () => {
  const controller = new AbortController();
  const waiting = wait(3_600_000, controller.signal);

  controller.abort(new Error('changed my mind'));

  await expect(waiting).rejects.toThrow('changed my mind');
  await expect(wait(3_600_000, controller.signal)).rejects.toThrow('changed my mind');
});
