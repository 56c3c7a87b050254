import { expect, test } from 'vitest';
import { readStackOf } from '../fixture.ts';

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
  [
    'for time series',
    changed({ Type: 'TIMESERIES' }),
    /Collection \(AWS::OpenSearchServerless::Collection\)/,
  ],
  [
    'with an access policy of an unknown shape',
    { ...resources, Access: policy('AccessPolicy', 'data', [{ Rules: [], Principal: [], Effect: 'Deny' }]) },
    /Access has a policy that the local host does not know/,
  ],
])('a collection %s cannot be hosted', ([, given, message]) => {
  expect(() => readStackOf({ resources: given })).toThrow(message);
});
