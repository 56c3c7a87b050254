import { expect, test } from 'vitest';
import { compare } from '../../infra/release/comparison.ts';

const template = (Resources: object) => new Map([['stack.template.json', { Resources }]]);
const bucket = (properties: object, attributes: object = {}) => ({
  Bucket: { Type: 'AWS::S3::Bucket', Properties: properties, ...attributes },
});
const deployment = (id: string) => ({
  [id]: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: 'a' } },
});

test.for([
  ['a changed name', bucket({ BucketName: 'a' }), bucket({ BucketName: 'b' }), 'is replaced'],
  ['a removal', bucket({}), {}, 'is deleted'],
  [
    'a removal of a resource that is retained',
    bucket({}, { DeletionPolicy: 'Retain' }),
    {},
    'leaves the stack and stays in the account',
  ],
  ['a property that changes in place', bucket({}), bucket({ Tags: [{ Key: 'a', Value: 'b' }] }), undefined],
  ['another deletion policy', bucket({}), bucket({}, { DeletionPolicy: 'Retain' }), undefined],
  ['a new resource', {}, bucket({}), undefined],
  ['a new deployment of the API', deployment('A1'), deployment('A2'), undefined],
] as const)('the comparison of two releases: %s', ([, before, after, impact]) => {
  const { losses } = compare(template(before), template(after));

  expect(losses.map(({ impact }) => impact)).toEqual(impact === undefined ? [] : [impact]);
});
