import { expect, test } from 'vitest';
import { FairQueue } from '../../../functions/workers/batches/fairQueue.ts';

/** Adds a turn for each name to a queue at once. The first letter is the tenant. Resolves with the order in which the turns ran. */
async function orderOf(...names: readonly string[]): Promise<string[]> {
  const queue = new FairQueue();
  const order: string[] = [];
  let working = 0;
  await Promise.all(
    names.map((name) =>
      queue.run(name.charAt(0), async () => {
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

// Threat: Slow files of one tenant delay all others
test('another tenant has a turn before the many waiting turns of the first', async () => {
  expect(await orderOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2')).toEqual([
    ...['a1', 'a2', 'b1', 'c1'],
    ...['a3', 'b2', 'a4'],
  ]);
});

test('a turn that fails is over', async () => {
  const queue = new FairQueue();
  const failing = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('b', () => Promise.resolve('done'));

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
