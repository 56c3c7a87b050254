import { expect, test } from 'vitest';
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

test('the function of a route needs three resources in its stack, as the page about infra says', () => {
  const { templates } = synthesizeStage(largest);

  const nested = [...templates].filter(([name]) => stackOf(name).endsWith('Functions`'));
  expect(nested).toHaveLength(4);
  for (const [name, { Resources }] of nested) {
    const types = Object.values(Resources).map(({ Type }) => Type);
    expect(types.length, name).toBe(3 * types.filter((type) => type === 'AWS::Lambda::Function').length);
  }
});

/** Returns the name of a template's stack in the table. */
function stackOf(file: string): string {
  const [, nested] =
    /Api([A-Z][a-z]+Functions)/.exec(file) ??
    /.(Mail|Preflights|Routes|Search|UserPoolGuard)[0-9A-F]{8}\.nested/.exec(file) ??
    [];
  return nested ? `\`${nested}\`` : '`DocumentGovernance-<stage>`';
}
