import { expect, test } from 'vitest';
import { slowLimits } from '../../../functions/workers/inspection/inspections.ts';

const functionMegabytes = 3008;

test.for([
  [0, 2000, 20_000],
  [389_000, 2389, 20_000],
  [4_650_000, 6650, 20_000],
  [14_650_000, 16_000, 21_000],
  [104_650_000, 25_000, 30_000],
] as const)('a slow file of %i bytes may compute for %i ms', ([bytes, cpuMilliseconds, milliseconds]) => {
  expect(slowLimits(bytes, 1, functionMegabytes)).toEqual({ cpuMilliseconds, milliseconds, megabytes: 1804 });
});

test('after each kill of its process a file gets a quarter of the time, with a minimum', () => {
  const attempts = [1, 2, 3].map((attempt) => slowLimits(4_650_000, attempt, functionMegabytes));

  expect(attempts).toEqual([
    { cpuMilliseconds: 6650, milliseconds: 20_000, megabytes: 1804 },
    { cpuMilliseconds: 1663, milliseconds: 5000, megabytes: 451 },
    { cpuMilliseconds: 416, milliseconds: 2000, megabytes: 256 },
  ]);
});
