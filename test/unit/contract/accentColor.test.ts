import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrastMin,
  contrastOf,
  isReadableOnWhite,
  readableOn,
} from '../../../shared/contract/accentColor.ts';

test.for([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.478],
  ['#767676', '#FFFFFF', 4.542],
] as const)('%s on %s has the contrast %f', ([one, other, contrast]) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 1);
  expect(isReadableOnWhite(one)).toBe(contrast >= contrastMin);
});

test.for([
  ['#1c2430', '#ffffff'],
  ['#eef0f3', '#000000'],
] as const)('any color becomes readable on %s, and stays as it is if it was', ([ground, towards]) => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (before) => {
      const after = readableOn(ground, before, towards);
      expect(contrastOf(after, ground)).toBeGreaterThanOrEqual(contrastMin);
      expect(contrastOf(before, ground) >= contrastMin).toBe(after === before);
    }),
  );
});
