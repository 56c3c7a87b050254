import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { grantRecorder, grantsOf, grantsUsed, withhold } from '../../iam/grants.ts';
import { Policy, type Statement } from '../../iam/policy.ts';
import { directoryOfTest } from '../ownDirectory.ts';

const statement: Statement = {
  effect: 'Allow',
  actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  resources: ['arn:table', 'arn:other'],
  conditions: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DOC#*', 'ORG#*'] },
    Null: { 'dynamodb:LeadingKeys': ['false'] },
  },
};
const sending: Statement = { effect: 'Allow', actions: ['sqs:Send*'], resources: ['*'], conditions: {} };
const denial: Statement = { ...sending, effect: 'Deny' };

const all = ['dynamodb:GetItem', 'dynamodb:PutItem'].flatMap((action) =>
  ['arn:table', 'arn:other'].flatMap((resource) =>
    ['DOC#*', 'ORG#*'].map((partition) => `read ${action} ${resource} ${partition}`),
  ),
);

test('a statement has a grant for each action, resource and value', () => {
  expect([statement, sending, denial].flatMap((each) => grantsOf('read', each))).toEqual([
    ...all,
    'read sqs:Send* *',
  ]);
});

test('the grants that a request used have names', () => {
  const values = { 'dynamodb:leadingkeys': ['ORG#1', 'DOC#1'] };
  const asked = { action: 'dynamodb:PutItem', resource: 'arn:other', values };

  expect(grantsUsed('read', statement, asked)).toEqual([
    'read dynamodb:PutItem arn:other DOC#*',
    'read dynamodb:PutItem arn:other ORG#*',
  ]);
  expect(grantsUsed('read', sending, { action: 'sqs:sendmessage', resource: 'arn:queue' })).toEqual([
    'read sqs:Send* *',
  ]);
});

test.for(all)('a withheld grant leaves all others: %s', (withheld) => {
  const left = withhold('read', [statement, sending], withheld);

  expect(left.flatMap((each) => grantsOf('read', each)).sort()).toEqual(
    [...all, 'read sqs:Send* *'].filter((grant) => grant !== withheld).sort(),
  );
  const policy = new Policy(left);
  for (const grant of all) {
    const [, action = '', resource = '', partition = ''] = grant.split(' ');
    const values = { 'dynamodb:leadingkeys': [partition.replace('*', '1')] };
    expect(policy.decide(action, resource, values)).toBe(grant === withheld ? 'unmentioned' : 'allowed');
  }
});

test('a grant that is used often is recorded a few times a second', () => {
  const directory = directoryOfTest();
  const file = join(directory, 'used');
  const record = grantRecorder(file);

  for (let count = 0; count < 100; count++) record(['a', 'b']);

  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.slice(0, 2)).toEqual(['a', 'b']);
  expect(lines.length).toBeLessThan(100);
});
