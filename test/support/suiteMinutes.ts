import type { Reporter } from 'vitest/node';
import { budgets } from './budgetTable.ts';

/** What `npm test` adds nothing to. */
const isWhole = process.argv.slice(2).join(' ') === 'run --config test/vitest.config.ts';

/** Says how long a run of all tests took, beside its budget. It fails nothing: other machines are slower. */
export function minutesReporter(): Reporter {
  const start = Date.now();
  return {
    onTestRunEnd: () => {
      const [budget] = budgets('minutes of ');
      const minutes = Math.ceil((Date.now() - start) / 60_000);
      if (isWhole && budget)
        process.stderr.write(
          `${minutes > budget.most ? 'Beyond its budget' : 'Within its budget'}: | ${budget.what} | ${minutes} | ${budget.most} |\n`,
        );
    },
  };
}
