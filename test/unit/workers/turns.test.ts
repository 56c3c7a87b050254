import { expect, test } from 'vitest';
import { Turns } from '../../../functions/workers/batches/turns.ts';

/** Requests turns for all of them at once. Resolves with the order of the turns. */
async function orderOf(...asking: readonly string[]): Promise<string[]> {
  const turns = new Turns();
  const order: string[] = [];
  let working = 0;
  await Promise.all(
    asking.map((name) =>
      turns.take(name.charAt(0), async () => {
        working += 1;
        await Promise.resolve();
        expect(working).toBe(1);
        order.push(name);
        working -= 1;
      }),
    ),
  );
  return order;
}

test('one tenant has its turns in order', async () => {
  expect(await orderOf('a1', 'a2', 'a3')).toEqual(['a1', 'a2', 'a3']);
});

test('another tenant has a turn before the many of the first', async () => {
  expect(await orderOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2')).toEqual([
    ...['a1', 'a2', 'b1', 'c1'],
    ...['a3', 'b2', 'a4'],
  ]);
});

test('a turn that fails is over', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('b', () => Promise.resolve('done'));

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
