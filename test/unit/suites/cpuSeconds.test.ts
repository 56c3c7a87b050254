import { expect, test } from 'vitest';
import { verdict } from '../../suites/cpuSeconds.ts';

test('a run fails beyond its CPU seconds', () => {
  const budget = { what: 'CPU seconds of a run', most: 900 };
  expect(verdict(budget, 899.2)).toEqual({
    line: 'Within its budget: | CPU seconds of a run | 900 | 900 |',
    isBeyond: false,
  });
  expect(verdict(budget, 900.2)).toEqual({
    line: 'Beyond its budget: | CPU seconds of a run | 901 | 900 |',
    isBeyond: true,
  });
});
