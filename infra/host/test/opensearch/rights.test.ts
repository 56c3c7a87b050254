import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stores, startStores } from '../../stores.ts';
import type { CollectionDefinition } from '../../template/collections.ts';
import { readStack, type StackDefinition } from '../../template/stack.ts';
import { lambdaFunction, rolePolicy, writeAssembly } from '../fixture.ts';
import { directoryOfTests } from '../ownDirectory.ts';
import { all, mappings, send } from './fixture.ts';

const region = 'us-east-1';
const arn = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

const securityPolicy = (Type: 'encryption' | 'network', policy: unknown) => ({
  Type: 'AWS::OpenSearchServerless::SecurityPolicy',
  Properties: { Name: 'docs', Type, Policy: JSON.stringify(policy) },
});
const Rules = [{ ResourceType: 'collection', Resource: ['collection/docs-*'] }];
const collection = (Name: string) => ({
  Type: 'AWS::OpenSearchServerless::Collection',
  Properties: { Name, Type: 'SEARCH', StandbyReplicas: 'DISABLED' },
});
/** A function with a role of its own, which may use the first collection. */
const roleOf = (name: string, Action: string[] = ['aoss:APIAccessAll']) => ({
  [`${name}Role`]: { Type: 'AWS::IAM::Role' },
  [`${name}Policy`]: {
    ...rolePolicy({ Action, Resource: arn('First') }),
    Properties: {
      ...rolePolicy({ Action, Resource: arn('First') }).Properties,
      Roles: [{ Ref: `${name}Role` }],
    },
  },
  [name]: lambdaFunction(name, { Role: arn(`${name}Role`) }),
});
const granted = (role: string, Permission: string[], Resource: string[]) => ({
  Rules: [{ ResourceType: 'index', Resource, Permission }],
  Principal: [role],
});
/** A text with the ARNs of roles in it, as the CDK writes it. */
const withArns = (policy: unknown) => ({
  'Fn::Join': [
    '',
    JSON.stringify(policy)
      .split(/<|>/)
      .map((part, index) => (index % 2 === 0 ? part : arn(part))),
  ],
});

const resources = {
  First: collection('docs-first'),
  Second: collection('docs-second'),
  Encryption: securityPolicy('encryption', { Rules, AWSOwnedKey: true }),
  Network: securityPolicy('network', [{ Rules, AllowFromPublic: true }]),
  Access: {
    Type: 'AWS::OpenSearchServerless::AccessPolicy',
    Properties: {
      Name: 'docs',
      Type: 'data',
      Policy: withArns([
        granted('<ReaderRole>', ['aoss:ReadDocument'], ['index/docs-first/pages', 'index/docs-second/*']),
        granted('<WriterRole>', ['aoss:CreateIndex', 'aoss:WriteDocument'], ['index/docs-first/*']),
        granted('<OutsiderRole>', ['aoss:*'], ['index/docs-first/*']),
        granted('arn:aws:iam::000000000000:role/Somebody', ['aoss:*'], ['index/*/*']),
      ]),
    },
  },
  ...roleOf('Reader'),
  ...roleOf('Writer'),
  ...roleOf('Outsider', ['s3:GetObject']),
  ...roleOf('Wide', ['aoss:*']),
};

const directory = directoryOfTests();
const usedGrantsFile = `${directory}/grants`;
let stores: Stores;
let stack: StackDefinition;
let first: CollectionDefinition | undefined;
beforeAll(async () => {
  stores = await startStores({ dataDirectory: `${directory}/data`, region, usedGrantsFile });
  const { sqs: queueEndpoint, opensearch: searchEndpoint } = stores.endpoints;
  const handlers = { Reader: '', Writer: '', Outsider: '', Wide: '' };
  const assembly = writeAssembly(`${directory}/assembly`, { resources, handlers });
  stack = readStack(assembly, { region, baseUrl: 'http://localhost', queueEndpoint, searchEndpoint });
  first = stack.collections[0];
  await stores.provision(stack);
});
afterAll(() => stores.close());

const names = ['Reader', 'Writer', 'Outsider', 'Wide'] as const;
type Caller = (typeof names)[number] | 'root';
const requests = {
  create: { method: 'PUT', path: '/pages', body: JSON.stringify({ mappings }) },
  write: { path: '/pages/_bulk', body: '{"index":{"_id":"a"}}\n{"text":"a"}\n' },
  search: { path: '/pages/_search', body: JSON.stringify({ query: all }) },
  searchOther: { path: '/others/_search', body: JSON.stringify({ query: all }) },
} as const;

const as = (caller: Caller, request: keyof typeof requests, endpoint = first?.endpoint ?? '') =>
  send(endpoint, {
    ...requests[request],
    credentials: caller === 'root' ? stores.credentials : stores.credentialsOf(`Fixture-${caller}`),
  });
const statusOf = async (...asked: Parameters<typeof as>) => (await as(...asked)).status;

test('IAM and the data access policy must both allow a request', async () => {
  expect(await statusOf('Writer', 'create')).toBe(200);
  const statuses: Record<string, number[]> = {};
  for (const caller of ['root', ...names] as const)
    statuses[caller] = [
      await statusOf(caller, 'create'),
      await statusOf(caller, 'write'),
      await statusOf(caller, 'search'),
      await statusOf(caller, 'searchOther'),
    ];

  expect(statuses).toEqual({
    root: [400, 200, 200, 404],
    Reader: [403, 403, 200, 403],
    Writer: [400, 200, 403, 403],
    Outsider: [403, 403, 403, 403],
    // A wide policy of IAM is no permission on data.
    Wide: [403, 403, 403, 403],
  });
  expect(await statusOf('Reader', 'search', stack.collections[1]?.endpoint)).toBe(403);
});

test('a refusal has no reason in its body, as on AWS, and has one in a header', async () => {
  const { status, body, headers } = await as('Reader', 'write');

  expect({ status, body }).toEqual({
    status: 403,
    body: {
      status: 403,
      'request-id': expect.any(String),
      error: { reason: '403 Forbidden', type: 'Forbidden' },
    },
  });
  expect(headers.get('x-aoss-response-hint')).toBe(
    'User: arn:aws:sts::000000000000:assumed-role/Fixture-ReaderRole/Fixture-Reader is not authorized to perform: ' +
      'aoss:WriteDocument on resource: index/docs-first/pages because no data access policy allows the aoss:WriteDocument action',
  );
});

describe('a signature', () => {
  const request = () => ({ ...requests.search, credentials: stores.credentials });

  test.for<[string, object, Parameters<typeof send>[2]]>([
    ['for another service', { service: 'es' }, undefined],
    ['of another body', {}, () => JSON.stringify({ query: all, size: 1 })],
    [
      'without the hash of the body',
      {},
      (headers, body) => {
        delete headers['x-amz-content-sha256'];
        return body;
      },
    ],
  ])('%s is refused', async ([, more, altered]) => {
    expect(await statusOf('root', 'search')).toBe(200);
    const answer = await send(first?.endpoint ?? '', { ...request(), ...more }, altered);

    expect(answer).toMatchObject({ status: 403, body: { error: { type: 'Forbidden' } } });
  });
});

describe('grants', () => {
  const [reading, using] = [
    'Reader aoss:ReadDocument index/docs-first/pages',
    () => `Reader aoss:APIAccessAll ${first?.arn}`,
  ];

  test('are recorded when they are used, those of data access policies too', async () => {
    await as('Reader', 'search');

    expect(readFileSync(usedGrantsFile, 'utf8').split('\n')).toEqual(
      expect.arrayContaining([reading, using()]),
    );
  });

  test('can be withheld one at a time', async () => {
    expect(await statusOf('Reader', 'search')).toBe(200);
    for (const grant of [reading, using()]) {
      await stores.allow(stack, grant);
      expect(await statusOf('Reader', 'search'), grant).toBe(403);
      expect(await statusOf('Writer', 'write'), grant).toBe(200);
    }
    await stores.allow(stack);
    expect(await statusOf('Reader', 'search')).toBe(200);
  });
});
