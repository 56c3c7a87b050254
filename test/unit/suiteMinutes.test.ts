import { expect, test } from 'vitest';
import { budgets } from '../support/runner/budgetTable.ts';
import { minutesReporter } from '../support/runner/suiteMinutes.ts';

const [{ what = '', most = 0 } = {}] = budgets('minutes of ');

/** Ends a run after this number of minutes. Returns its output, and whether it failed because of the time. */
function ended(minutes: number, { isWhole = true, cores = 2 } = {}) {
  const said: string[] = [];
  let time = 0;
  let hasFailed = false;
  const reporter = minutesReporter({
    isWhole,
    cores,
    now: () => time,
    say: (line) => said.push(line),
    fail: () => {
      hasFailed = true;
    },
  });
  time = minutes * 60_000;
  reporter.onTestRunEnd?.([], [], 'passed');
  return { said, hasFailed };
}

test('a run of all tests fails over its budget of minutes, and prints its duration', () => {
  expect(ended(most)).toEqual({
    said: [`Within its budget: | ${what} | ${most} | ${most} |`],
    hasFailed: false,
  });
  expect(ended(most + 0.5)).toEqual({
    said: [`Beyond its budget: | ${what} | ${most + 1} | ${most} |`],
    hasFailed: true,
  });
});

test('a run of some tests, or on a single core, does not fail by its duration', () => {
  expect(ended(most + 1, { isWhole: false })).toEqual({ said: [], hasFailed: false });
  expect(ended(most + 1, { cores: 1 })).toMatchObject({ hasFailed: false });
});
