import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { largestPage } from '../../../shared/client/untyped.ts';
import { allOperations } from '../../../shared/contract/operations.ts';

const withPages = allOperations.filter(({ query }) => 'cursor' in query.shape);

test.for(withPages)('the client requests the largest pages of a list: $id', ({ id, query }) => {
  const { limit = 0 } = largestPage(id);
  const takes = (value: number): boolean =>
    !z.safeParse(query, { limit: String(value) }).error?.issues.some(({ path }) => path[0] === 'limit');

  expect([takes(limit), takes(limit + 1)]).toEqual([true, false]);
});

test('the client requests no pages of lists that come whole', () => {
  const whole = allOperations.filter(({ id, query }) => id.startsWith('list') && !('cursor' in query.shape));

  expect(whole.map(({ id }) => largestPage(id))).toEqual(whole.map(() => ({})));
});
