import { expect, test } from 'vitest';
import { closedAt, RoomRefusal } from '../../../../shared/reading/rooms/refusal.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const [before, exactly, after] = [-1, 0, 1].map((milliseconds) => new Date(now + milliseconds).toISOString());
const [past = '', present = '', future = ''] = [before, exactly, after];

test.for([
  ['open', null, null, undefined],
  ['open', past, future, undefined],
  ['open', present, null, undefined],
  ['open', future, null, `The room opens at ${future}.`],
  ['open', null, present, `The room closed at ${present}.`],
  ['open', past, past, `The room closed at ${past}.`],
  ['closed', future, null, 'The room is closed.'],
  ['closed', null, past, 'The room is closed.'],
] as const)('a room that is %s, opens at %s and closes at %s refuses readers: %s', (row) => {
  const [state, opens_at, closes_at, message] = row;

  const why = closedAt({ state, opens_at, closes_at }, now);

  expect(why && new RoomRefusal(why).message).toBe(message);
});
