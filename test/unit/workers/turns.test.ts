import { expect, test } from 'vitest';
import { Turns } from '../../../functions/workers/batches/turns.ts';

/** Lets all of them ask for a turn at once, and resolves with the order in which they had it. */
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

test('one tenant has its turns in the order in which it asked', async () => {
  expect(await orderOf('a1', 'a2', 'a3')).toEqual(['a1', 'a2', 'a3']);
});

test('another tenant comes before the many of one', async () => {
  expect(await orderOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2')).toEqual([
    ...['a1', 'a2', 'b1', 'c1'],
    ...['a3', 'b2', 'a4'],
  ]);
});

test('a turn that ends with an error is over', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('b', () => Promise.resolve('done'));

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
