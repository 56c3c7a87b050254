import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectBudgets } from '../support/runner/budgets.ts';
import { largest, synthesizeStage } from './synthesized.ts';

const { templates } = synthesizeStage(largest);

describe.for([...templates])('%s', ([, template]) => {
  test('has fewer than the 200 parameters and outputs of CloudFormation', () => {
    for (const { length } of [Object.keys(template.Parameters ?? {}), Object.keys(template.Outputs ?? {})])
      expect(length).toBeLessThanOrEqual(200);
  });
});

test('nested stacks of routes have functions only: data and unique resources are in the root', () => {
  const nested = [...templates].filter(([name]) => name.includes('Functions'));
  const types = nested.flatMap(([, { Resources }]) => Object.values(Resources).map(({ Type }) => Type));

  expect(nested).toHaveLength(4);
  expect(new Set(types)).toEqual(new Set(['AWS::IAM::Role', 'AWS::Lambda::Function', 'AWS::Logs::LogGroup']));
});

test('the largest stack has no more resources than its budget', () => {
  const measured = [...templates].map(([name, { Resources }]): [string, number] => [
    stackOf(name),
    Object.keys(Resources).length,
  ]);
  expectBudgets('resources in ', Object.fromEntries(measured.sort()));
});

test('no template is larger than the million bytes of CloudFormation, with the most and longest tags', () => {
  const tags = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`key-${index + 10}`, 'x'.repeat(44)]),
  );
  const sizes: number[] = [];

  synthesizeStage(
    { ...largest, tags },
    {
      inspect: ({ outdir }) => {
        for (const file of globSync('*.template.json', { cwd: outdir }))
          sizes.push(statSync(join(outdir, file)).size);
      },
    },
  );

  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  expect(sizes).toHaveLength(templates.size);
});

/** Returns the name of a template's stack in the table. */
function stackOf(file: string): string {
  const [, nested] =
    /Api([A-Z][a-z]+Functions)/.exec(file) ??
    /.(Mail|Preflights|Routes|Search|UserPoolGuard)[0-9A-F]{8}\.nested/.exec(file) ??
    [];
  return nested ? `\`${nested}\`` : '`DocumentGovernance-<stage>`';
}
