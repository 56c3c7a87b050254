import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptInGroups } from '../../../functions/workers/deliverWebhook/attemptInGroups.ts';

/** Records all steps, and which of them are wrong. */
function watched(count: number, milliseconds: readonly number[]) {
  const claimed = new Set<number>();
  const begun = new Set<number>();
  const recorded: number[] = [];
  const state = { open: 0, peak: 0, claims: 0, recordings: 0, unrecordedPeak: 0 };
  const items = Array.from({ length: count }, (_, index) => index);
  const aMoment = (index: number) => delay(milliseconds[index % milliseconds.length] ?? 0);
  const steps = {
    claim: async (all: readonly number[]) => {
      await delay(1);
      for (const item of begun)
        if (!recorded.includes(item) && !all.includes(item))
          throw new Error(`${item} is not claimed any more`);
      for (const item of all) claimed.add(item);
      state.claims += 1;
      return true;
    },
    attempt: async (item: number) => {
      if (!claimed.has(item)) throw new Error(`${item} was not claimed`);
      if (begun.has(item)) throw new Error(`${item} has begun before`);
      begun.add(item);
      state.open += 1;
      state.peak = Math.max(state.peak, state.open);
      state.unrecordedPeak = Math.max(state.unrecordedPeak, begun.size - recorded.length);
      await aMoment(item);
      state.open -= 1;
      return item;
    },
    record: async (results: readonly number[]) => {
      await delay(1);
      recorded.push(...results);
      if (results.length > 0) state.recordings += 1;
    },
  };
  return { items, begun, recorded, state, steps };
}

const never = () => false;

describe('items that are attempted in groups', () => {
  test('are each claimed, attempted once and recorded, within the limit of attempts at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.nat(8), { minLength: 1, maxLength: 10 }),
        fc.nat(60),
        async (count, limit, milliseconds, overAfter) => {
          const { items, begun, recorded, state, steps } = watched(count, milliseconds);

          const isMine = await attemptInGroups(items, limit, () => begun.size >= overAfter, steps);

          expect(isMine).toBe(true);
          expect(state.peak).toBeLessThanOrEqual(limit);
          expect(state.open).toBe(0);
          expect(recorded.toSorted()).toEqual([...begun].toSorted());
          if (overAfter >= count) expect(recorded).toHaveLength(count);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('are not begun after their lane is lost, and begun ones end', async () => {
    const { items, begun, recorded, steps } = watched(30, [1]);
    let claims = 0;
    const claim = async (all: readonly number[]) => (await steps.claim(all)) && ++claims < 2;

    expect(await attemptInGroups(items, 10, never, { ...steps, claim })).toBe(false);

    expect(begun.size).toBe(10);
    expect(recorded).toHaveLength(10);
  });

  test.for(['claim', 'attempt', 'record'] as const)('throw when the store fails at %s', async (step) => {
    const { items, state, steps } = watched(30, [1]);
    const failing = { ...steps, [step]: () => Promise.reject(new Error('away')) };

    await expect(attemptInGroups(items, 10, never, failing)).rejects.toThrow('away');

    expect(state.open).toBe(0);
  });
});
