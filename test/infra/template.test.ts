import { describe, expect, test } from 'vitest';
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
