import { test } from 'vitest';
import { expectBudgets } from '../support/runner/budgets.ts';
import { largest, synthesizeStage } from './synthesized.ts';

test('the largest stack has no more resources than its budget', () => {
  const { templates } = synthesizeStage(largest);

  const measured = [...templates].map(([name, { Resources }]): [string, number] => [
    stackOf(name),
    Object.keys(Resources).length,
  ]);
  expectBudgets('resources in ', Object.fromEntries(measured.sort()));
});
/** Returns the name of a template's stack in the table. */
function stackOf(file: string): string {
  const [, nested] =
    /Api([A-Z][a-z]+Functions)/.exec(file) ??
    /.(Mail|Preflights|Routes|Search|UserPoolGuard)[0-9A-F]{8}\.nested/.exec(file) ??
    [];
  return nested ? `\`${nested}\`` : '`DocumentGovernance-<stage>`';
}
