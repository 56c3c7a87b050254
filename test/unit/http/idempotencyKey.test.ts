import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/access/errors.ts';
import type { HeaderLines } from '../../../shared/http/headers.ts';
import { idempotencyKeyIn } from '../../../shared/http/idempotencyKey.ts';

test.for<[HeaderLines, string | undefined]>([
  [{ 'Idempotency-Key': ['order-7'] }, 'order-7'],
  [{ 'IDEMPOTENCY-key': ['order-7'], 'X-Idempotency-Key': ['other'] }, 'order-7'],
  [{ Accept: ['*/*'] }, undefined],
  [null, undefined],
])('the key of %j is %s', ([headers, key]) => {
  expect(idempotencyKeyIn(headers)).toBe(key);
});

test.for<HeaderLines>([
  { 'Idempotency-Key': [''] },
  { 'Idempotency-Key': ['order-7', 'order-8'] },
  { 'Idempotency-Key': ['order-7', 'order-7'] },
  { 'Idempotency-Key': ['order-7'], 'idempotency-key': ['order-8'] },
])('%j is not a key', (headers) => {
  expect(() => idempotencyKeyIn(headers)).toThrow(ApiError);
});
