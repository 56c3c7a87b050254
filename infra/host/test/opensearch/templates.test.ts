import { expect, test } from 'vitest';
import { lambdaFunction, readStackOf } from '../fixture.ts';

const Rules = [{ ResourceType: 'collection', Resource: ['collection/docs'] }];
const policy = (type: string, Type: string, document: unknown) => ({
  Type: `AWS::OpenSearchServerless::${type}`,
  Properties: { Name: 'docs', Type, Policy: JSON.stringify(document) },
});
const resources = {
  Collection: {
    Type: 'AWS::OpenSearchServerless::Collection',
    Properties: { Name: 'docs', Type: 'SEARCH', CollectionGroupName: 'docs', StandbyReplicas: 'ENABLED' },
  },
  Group: { Type: 'AWS::OpenSearchServerless::CollectionGroup', Properties: { Name: 'docs' } },
  Encryption: policy('SecurityPolicy', 'encryption', { Rules, AWSOwnedKey: true }),
  Network: policy('SecurityPolicy', 'network', [{ Rules, AllowFromPublic: true }]),
};

test('functions get the URL of a collection, its id and its ARN', () => {
  const { stack } = readStackOf({
    handlers: { Worker: '' },
    resources: {
      ...resources,
      Worker: lambdaFunction('Worker', {
        Environment: {
          Variables: {
            URL: { 'Fn::GetAtt': ['Collection', 'CollectionEndpoint'] },
            ID: { 'Fn::GetAtt': ['Collection', 'Id'] },
            REF: { Ref: 'Collection' },
            ARN: { 'Fn::GetAtt': ['Collection', 'Arn'] },
          },
        },
      }),
    },
  });
  const [collection] = stack.collections;

  expect(stack.functions[0]?.environment).toEqual({
    URL: `http://127.0.0.1:10/${collection?.id}`,
    ID: collection?.id,
    REF: collection?.id,
    ARN: `arn:aws:aoss:eu-west-1:000000000000:collection/${collection?.id}`,
  });
});

const { Encryption: _encryption, ...withoutEncryption } = resources;
const { Network: _network, ...withoutNetwork } = resources;
const changed = (Properties: object) => ({
  ...resources,
  Collection: {
    ...resources.Collection,
    Properties: { ...resources.Collection.Properties, ...Properties },
  },
});

test.for<[string, Parameters<typeof readStackOf>[0]['resources'], RegExp]>([
  ['without an encryption policy', withoutEncryption, /no encryption policy is for the collection docs/],
  ['without a network policy', withoutNetwork, /no network policy opens the collection docs/],
  ['of another name than its policies', changed({ Name: 'others' }), /the collection others/],
  [
    'for time series',
    changed({ Type: 'TIMESERIES' }),
    /Collection \(AWS::OpenSearchServerless::Collection\)/,
  ],
  ['with an unknown property', changed({ VectorOptions: {} }), /VectorOptions of Collection/],
  [
    'in a private network',
    { ...resources, Network: policy('SecurityPolicy', 'network', [{ Rules, SourceVPCEs: ['vpce-1'] }]) },
    /Network has a policy that the local host does not know/,
  ],
  [
    'with an access policy of an unknown shape',
    { ...resources, Access: policy('AccessPolicy', 'data', [{ Rules: [], Principal: [], Effect: 'Deny' }]) },
    /Access has a policy that the local host does not know/,
  ],
])('a collection %s cannot be hosted', ([, given, message]) => {
  expect(() => readStackOf({ resources: given })).toThrow(message);
});
