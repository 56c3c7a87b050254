import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctionOf } from '../../../shared/data/organizations/usageCount.ts';

/** Uploads during a count. Each is stored before or after the position that the count has reached. */
const uploads = fc.array(fc.record({ size: fc.nat(1000), isSeen: fc.boolean() }), { maxLength: 20 });
/** The reserved bytes of uploads that fail during a count. Some of these uploads began before the count. */
const releases = fc.array(fc.record({ size: fc.nat(1000), isOlder: fc.boolean() }), { maxLength: 5 });
const sum = (list: readonly { size: number }[]) => list.reduce((total, { size }) => total + size, 0);

test('a correction brings a value closer to the stored one, and not beyond it, also while versions are deleted', () => {
  const deletions = fc.array(fc.record({ size: fc.nat(1000), isSeen: fc.boolean() }), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.integer({ min: 5000, max: 10_000 }),
      fc.integer({ min: -5000, max: 5000 }),
      uploads,
      releases,
      deletions,
      (stored, drift, during, released, deleted) => {
        const before = stored + drift + sum(released.filter(({ isOlder }) => isOlder));
        const now = stored + drift + sum(during) - sum(deleted);
        const seen = (list: readonly { size: number; isSeen: boolean }[]) =>
          sum(list.filter(({ isSeen }) => isSeen));
        const counted = stored + seen(during) - seen(deleted);

        const left = drift + correctionOf(counted, before - sum(released), now, sum(deleted));

        expect(Math.abs(left)).toBeLessThanOrEqual(Math.abs(drift));
        const unknown = sum(during) + sum(released) + sum(deleted);
        expect(Math.abs(left)).toBeLessThanOrEqual(unknown);
        if (left !== 0) expect(Math.sign(left)).toBe(Math.sign(drift));
      },
    ),
    { numRuns: 200 },
  );
});
