import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ConflictError, type RetryOptions, retryOnConflict } from '../../../shared/data/table/conflict.ts';

/** A stored item with a revision, and the attempts to change it. */
function storedItem() {
  const attempts: number[] = [];
  const committed: number[] = [];
  let revision = 0;
  const change = (writer: number, options?: RetryOptions) =>
    retryOnConflict(async () => {
      attempts.push(writer);
      const loaded = revision;
      await setImmediate();
      if (loaded !== revision) throw new ConflictError('an item changed in between');
      revision += 1;
      committed.push(writer);
    }, options);
  return { attempts, committed, change };
}

const sixteen = Array.from({ length: 16 }, (_, writer) => writer);

describe('changes of one item at the same time', () => {
  test('take one attempt each, in order', async () => {
    const { attempts, committed, change } = storedItem();

    await Promise.all(sixteen.map((writer) => change(writer, { item: 'doc_a' })));

    expect(committed).toEqual(sixteen);
    expect(attempts).toEqual(sixteen);
  });

  test('are all made, also when other processes change the item', async () => {
    const { attempts, committed, change } = storedItem();

    await Promise.all(sixteen.flatMap((writer) => [change(writer, { item: 'doc_b' }), change(writer + 16)]));

    expect(committed.toSorted((a, b) => a - b)).toEqual([
      ...sixteen,
      ...sixteen.map((writer) => writer + 16),
    ]);
    expect(attempts.length).toBeGreaterThan(committed.length);
  });

  test('continue after an attempt that fails', async () => {
    const failing = retryOnConflict(() => Promise.reject(new Error('no access')), { item: 'doc_e' });
    const next = retryOnConflict(async () => 'changed', { item: 'doc_e' });

    await expect(failing).rejects.toThrow('no access');
    expect(await next).toBe('changed');
  });

  test('wait for an attempt that hangs only until their time is over', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hanging = retryOnConflict(() => promise, { item: 'doc_f' });
    const options = { item: 'doc_f', patienceMilliseconds: 20 };

    expect(await retryOnConflict(async () => 'changed', options)).toBe('changed');

    resolve();
    await hanging;
  });
});

test('a change is tried at least twice, and then fails with the conflict when its time is over', async () => {
  let attempts = 0;
  const change = retryOnConflict(
    async () => {
      attempts += 1;
      throw new ConflictError('an item changed in between');
    },
    { patienceMilliseconds: 0 },
  );

  await expect(change).rejects.toThrow(ConflictError);
  expect(attempts).toBe(2);
});
