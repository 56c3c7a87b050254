import { expect } from 'vitest';
import { budgets } from './budgetTable.ts';

/**
 * Holds figures to the table of budgets: no figure is beyond its bound, and the table has these figures and no others that begin so.
 * Where it differs, the failure shows the lines to paste.
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
