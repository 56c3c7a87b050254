import { describe, expect, test } from 'vitest';
import { disablesEndpoint, isSuccess, nextAttemptAt, type Outcome } from '../../../shared/webhooks/retry.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const now = Date.parse('2026-03-01T12:00:00Z');
const never = () => 0;

const answered = (status: number, retryAfter: string | null = null): Outcome => ({
  kind: 'answered',
  status,
  retryAfter,
});
const failed: Outcome = { kind: 'failed' };
/** The milliseconds until the next attempt. */
const waitAfter = (retries: number, result: Outcome, random = never) => {
  const at = nextAttemptAt({ retries, result, now, random });
  return at === null ? null : at - now;
};

describe('the schedule', () => {
  test.for([
    [0, 5 * second],
    [1, 5 * minute],
    [2, 30 * minute],
    [3, 2 * hour],
    [4, 5 * hour],
    [5, 10 * hour],
    [6, 14 * hour],
    [8, 24 * hour],
    [9, null],
    [10, null],
  ] as const)('after %i retries has a wait of %s ms', ([retries, wait]) => {
    expect(waitAfter(retries, failed)).toBe(wait);
    expect(waitAfter(retries, answered(500))).toBe(wait);
    expect(waitAfter(retries, { kind: 'interrupted' })).toBe(wait);
  });

  test('adds a random part of up to a tenth, and with Retry-After up to a day', () => {
    expect(waitAfter(1, failed, () => 0.5)).toBe(5 * minute + 15 * second);
    expect(waitAfter(8, failed, () => 0.999)).toBeGreaterThan(26 * hour);
    expect(waitAfter(0, answered(503, '86400'), () => 0.999)).toBe(24 * hour);
  });
});

describe('Retry-After', () => {
  test.for([
    ['later than the schedule', '120', 2 * minute],
    ['sooner than the schedule', '3', 5 * second],
    ['more than a day', '86401', 24 * hour],
    ['more than any number', '9'.repeat(400), 24 * hour],
    ['a date', 'Sun, 01 Mar 2026 12:10:00 GMT', 10 * minute],
    ['a date of RFC 850', 'Sunday, 01-Mar-26 12:10:00 GMT', 10 * minute],
    ['a date that is over', 'Sun, 01 Mar 2026 11:59:59 GMT', 5 * second],
    ['a date next year', 'Mon, 01 Mar 2027 12:00:00 GMT', 24 * hour],
    ['a date of ISO 8601', '2026-03-01T12:10:00Z', 5 * second],
    ['a negative number', '-60', 5 * second],
    ['a list', '60, 120', 5 * second],
    ['nothing', '', 5 * second],
  ] as const)('of %s', ([_, header, wait]) => {
    expect(waitAfter(0, answered(503, header))).toBe(wait);
    expect(waitAfter(0, answered(500, header))).toBe(wait);
  });

  test('does not make the schedule longer', () => {
    expect(waitAfter(9, answered(503, '60'))).toBeNull();
  });
});

describe('the status 429', () => {
  test.for([
    ['a minute without Retry-After', null, minute],
    ['a minute if Retry-After is shorter', '1', minute],
    ['Retry-After if it is longer', '90', 90 * second],
  ] as const)('has a wait of %s', ([_, header, wait]) => {
    expect(waitAfter(0, answered(429, header))).toBe(wait);
  });

  test('has the wait of the schedule if that is longer', () => {
    expect(waitAfter(1, answered(429, '90'))).toBe(5 * minute);
  });
});

test.for([
  [200, true, false],
  [202, true, false],
  [299, true, false],
  [199, false, false],
  [301, false, false],
  [400, false, false],
  [404, false, false],
  [410, false, true],
  [429, false, false],
  [500, false, false],
] as const)('the meaning of an answer: %i', ([status, success, disables]) => {
  expect(isSuccess(answered(status))).toBe(success);
  expect(disablesEndpoint(answered(status))).toBe(disables);
});
