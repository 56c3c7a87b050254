import { expect, test } from 'vitest';
import { narrowed } from '../../../shared/http/rateLimit.ts';

const rate = { limit: 1000, remaining: 999, resets_at_seconds: 60, exceeded: false };

test.for([
  ['the first request', { ...rate }, { limit: 300, remaining: 299, exceeded: false }],
  ['the last allowed request', { ...rate, remaining: 700 }, { limit: 300, remaining: 0, exceeded: false }],
  ['the first refused request', { ...rate, remaining: 699 }, { limit: 300, remaining: 0, exceeded: true }],
  ['a lower limit', { ...rate, limit: 20, remaining: 3 }, { limit: 20, remaining: 3, exceeded: false }],
] as const)(
  'a lower limit for some operations counts all requests of the minute: %s',
  ([_, counted, expected]) => {
    expect(narrowed(counted, 300)).toEqual({ ...counted, ...expected });
  },
);
