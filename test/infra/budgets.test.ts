import { test } from 'vitest';
import { expectBudgets } from '../support/runner/budgets.ts';
import { everything, synthesizeStage } from './synthesized.ts';

/** Settings of a stage that add resources: what a stage has with all of them is the most that it can have. */
const largest = { ...everything, corsOrigins: ['https://app.example.com'] };

test('a stack has no more resources than its budget, with every setting that adds some', () => {
  const { templates } = synthesizeStage(largest);

  const measured = [...templates].map(([name, { Resources }]): [string, number] => [
    stackOf(name),
    Object.keys(Resources).length,
  ]);
  expectBudgets('resources in ', Object.fromEntries(measured.sort()));
});

/** Returns how the table calls the stack of a template's file. */
function stackOf(file: string): string {
  const [, nested] = /Api([A-Z][a-z]+Functions)/.exec(file) ?? [];
  return nested ? `\`${nested}\`` : '`DocumentGovernance-<stage>`';
}
