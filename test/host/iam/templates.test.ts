import { describe, expect, test } from 'vitest';
import { readStack } from '../../../infra/host/template/stack.ts';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { rolePolicy, writeAssembly } from '../fixture.ts';
import { region, resources } from './fixture.ts';

const directory = directoryOfTests();

describe('a template whose policies say what the host does not know', () => {
  const read = (policy: object) =>
    readStack(
      writeAssembly(`${directory}/unknown-${crypto.randomUUID()}`, {
        resources: { ...resources, Policy: policy } as typeof resources,
        handlers: { Subject: '' },
      }),
      { region, baseUrl: 'http://localhost', queueEndpoint: 'http://localhost:1' },
    );
  const statement = { Action: 'dynamodb:GetItem', Resource: '*' };

  test.for<[string, object, string]>([
    [
      'operator',
      rolePolicy({ ...statement, Condition: { DateLessThan: { 'dynamodb:LeadingKeys': '1' } } }),
      'Policy: The local host does not know the condition operator DateLessThan',
    ],
    [
      'key',
      rolePolicy({ ...statement, Condition: { StringEquals: { 'aws:SourceIp': '1' } } }),
      'Policy: The local host does not know the condition key aws:SourceIp',
    ],
    [
      'variable',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of policies
      rolePolicy({ ...statement, Condition: { StringEquals: { 's3:prefix': '${aws:username}' } } }),
      'Policy: The local host does not know policy variables',
    ],
    [
      'element',
      rolePolicy({ NotAction: 'dynamodb:GetItem', Resource: '*' }),
      'Policy has a statement that the local host does not know',
    ],
  ])('is refused: %s', ([, policy, message]) => {
    expect(() => read(policy)).toThrow(message);
  });

  test('is refused: a policy that is not in it', () => {
    const role = {
      Type: 'AWS::IAM::Role',
      Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'] },
    };
    const template = { ...resources, Role: role };

    expect(() =>
      readStack(writeAssembly(`${directory}/managed`, { resources: template, handlers: { Subject: '' } }), {
        region,
        baseUrl: 'http://localhost',
        queueEndpoint: 'http://localhost:1',
      }),
    ).toThrow('does not know the policy arn:aws:iam::aws:policy/ReadOnlyAccess of Role');
  });
});
