import { expect } from 'vitest';
import { budgets } from './budgetTable.ts';

/**
 * Compares figures with the table of budgets: no figure exceeds its limit, and the rows that begin with `beginning` are exactly these
 * figures. If they differ, the failure shows the lines to paste.
 */
export function expectBudgets(beginning: string, measured: Readonly<Record<string, number>>): void {
  const table = budgets(beginning);
  const lines = Object.entries(measured).map(([name, figure]) => {
    const most = table.find(({ what }) => what === beginning + name)?.most ?? '?';
    return `| ${beginning}${name} | ${figure} | ${most} |`;
  });
  expect(
    table.map(({ line }) => line),
    'the table of budgets in test/README.md',
  ).toEqual(lines);
  for (const { what, most } of table)
    expect(measured[what.slice(beginning.length)], `${what} must be ${most} at most`).toBeLessThanOrEqual(
      most,
    );
}
