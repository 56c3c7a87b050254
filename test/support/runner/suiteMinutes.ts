import { availableParallelism } from 'node:os';
import type { Reporter } from 'vitest/node';
import { budgets } from './budgetTable.ts';

interface Run {
  /** Whether it is the run of `npm test`, without further arguments. */
  readonly isWhole: boolean;
  readonly cores: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly fail: () => void;
}

const thisRun: Run = {
  isWhole: process.argv.slice(2).join(' ') === 'run --config test/vitest.config.ts',
  cores: availableParallelism(),
  now: Date.now,
  say: (line) => process.stderr.write(`${line}\n`),
  fail: () => {
    process.exitCode = 1;
  },
};

/**
 * Prints how long a run of all tests took, with its budget, and fails a run that exceeds it. The budget is for two cores, so a machine with
 * one core never fails.
 */
export function minutesReporter({ isWhole, cores, now, say, fail }: Run = thisRun): Reporter {
  const start = now();
  return {
    onTestRunEnd: () => {
      const [budget] = budgets('minutes of ');
      if (!isWhole || !budget) return;
      const minutes = Math.ceil((now() - start) / 60_000);
      const isBeyond = minutes > budget.most;
      say(
        `${isBeyond ? 'Beyond its budget' : 'Within its budget'}: | ${budget.what} | ${minutes} | ${budget.most} |`,
      );
      if (isBeyond && cores > 1) fail();
    },
  };
}
