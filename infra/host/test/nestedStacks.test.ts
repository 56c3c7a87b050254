import { describe, expect, test } from 'vitest';
import { type AssemblyContent, lambdaFunction, nestedStack, readStackOf } from './fixture.ts';

const read = (content: AssemblyContent) => readStackOf(content).stack;

const text = { Type: 'String' };
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const output = (stack: string, name: string) => ({ 'Fn::GetAtt': [stack, `Outputs.${name}`] });
const queues = { Queue: { Type: 'AWS::SQS::Queue' } };
/** A function with environment variables, and its role. */
const functionWith = (variables: Record<string, unknown>) => ({
  Role: { Type: 'AWS::IAM::Role' },
  Worker: lambdaFunction('Worker', { Environment: { Variables: variables } }),
});
const environmentsOf = (stack: ReturnType<typeof read>) =>
  Object.fromEntries(stack.functions.map(({ logicalId, environment }) => [logicalId, environment]));

describe('nested stacks', () => {
  test('have outputs for the parent stack, for each other, and for stacks inside them', () => {
    const stack = read({
      handlers: { Worker: '' },
      nested: {
        Queues: {
          Resources: { Inner: nestedStack('Inner') },
          Outputs: { Arn: { Value: output('Inner', 'Arn') } },
        },
        Inner: { Resources: queues, Outputs: { Arn: { Value: arn('Queue') } } },
        Workers: { Parameters: { Given: text }, Resources: functionWith({ GIVEN: { Ref: 'Given' } }) },
      },
      resources: {
        Queues: nestedStack('Queues'),
        Workers: nestedStack('Workers', { Given: output('Queues', 'Arn') }),
        ...functionWith({ GIVEN: output('Queues', 'Arn') }),
      },
      outputs: { QueueArn: { Value: output('Queues', 'Arn') } },
    });

    const given = 'arn:aws:sqs:eu-west-1:000000000000:Fixture-Queues-Inner-Queue';
    expect(environmentsOf(stack)).toEqual({ 'Workers-Worker': { GIVEN: given }, Worker: { GIVEN: given } });
    expect(stack.outputs).toEqual({ QueueArn: given });
  });

  test.for<[string, AssemblyContent, string]>([
    [
      'a template that is not there',
      { resources: { Workers: nestedStack('Workers') } },
      'has no template of a nested stack',
    ],
    [
      'a type that nobody hosts',
      {
        resources: { Workers: nestedStack('Workers') },
        nested: { Workers: { Resources: { Box: { Type: 'AWS::Nothing::Box' } } } },
      },
      'does not know AWS::Nothing::Box (Workers-Box)',
    ],
  ])('are refused with %s', ([, assembly, message]) => {
    expect(() => read(assembly)).toThrow(message);
  });
});
