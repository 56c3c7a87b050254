import { describe, expect, test } from 'vitest';
import { readStackOf, rolePolicy } from '../fixture.ts';
import { resources } from './fixture.ts';

describe('a template with a policy that the host does not support', () => {
  const read = (changed: object) =>
    readStackOf({ resources: { ...resources, ...changed } as typeof resources, handlers: { Subject: '' } });
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
    expect(() => read({ Policy: policy })).toThrow(message);
  });

  test('is refused: a managed policy outside of the template', () => {
    const role = {
      Type: 'AWS::IAM::Role',
      Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'] },
    };

    expect(() => read({ Role: role })).toThrow(
      'does not know the policy arn:aws:iam::aws:policy/ReadOnlyAccess of Role',
    );
  });
});
