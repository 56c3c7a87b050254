import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { assembled, unpackFunctions } from './mixedAssembly.ts';
import { lastRelease } from './release.ts';

const invoking = z.object({ Integration: z.object({ Credentials: z.unknown() }) });

const last = lastRelease();
await using folder = await temporaryDirectory();
const tree = await assembled();
const released = await unpackFunctions(last, join(folder.path, last), tree);
const now = tree.assembly.template.Resources;
const before = released.assembly.template.Resources;

/**
 * The resources that must stay the same, and the properties that must not change. CloudFormation identifies a resource by its
 * logical id. It creates new resources, and replacements for changed properties, before it deletes old ones.
 */
const lasting: Readonly<Record<string, readonly string[]>> = {
  // A new resource would be empty.
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration', 'Schema'],
  // A new plan would have none of the API Gateway keys that were added to the old plan.
  'AWS::ApiGateway::UsagePlan': [],
  // A new API would have another address.
  'AWS::ApiGateway::RestApi': [],
  // A second resource is refused while the first one exists.
  'AWS::Cognito::UserPoolDomain': ['UserPoolId', 'Domain'],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::ApiGateway::Authorizer': ['RestApiId', 'Name'],
  'AWS::ApiGateway::Resource': ['RestApiId', 'ParentId', 'PathPart'],
  'AWS::ApiGateway::Method': ['RestApiId', 'ResourceId', 'HttpMethod'],
  // A second resource would overwrite the answer of the first one. The deletion of the first one would then delete this answer.
  'AWS::ApiGateway::GatewayResponse': ['RestApiId', 'ResponseType'],
  'AWS::S3::BucketPolicy': ['Bucket'],
  'AWS::SQS::QueuePolicy': ['Queues'],
};

test.for(Object.entries(lasting))(
  `each %s of ${last ?? 'the last release'} is still the same`,
  ([type, properties]) => {
    const ids = Object.keys(before).filter((id) => before[id]?.Type === type);
    const identified = (resources: typeof now) =>
      Object.fromEntries(
        ids.map((id) => {
          const { Type, Properties } = resources[id] ?? {};
          return [id, Type && [Type, ...properties.map((name) => Properties?.[name])]];
        }),
      );
    expect(ids).not.toEqual([]);
    expect(identified(now)).toEqual(identified(before));
  },
);

test('the table keeps its indexes, and gets one more at most', () => {
  const indexesIn = (resources: typeof now): unknown[] =>
    Object.values(resources)
      .filter(({ Type }) => Type === 'AWS::DynamoDB::Table')
      .flatMap(({ Properties }) => Properties?.GlobalSecondaryIndexes ?? []);
  const indexes = indexesIn(before);
  expect(indexesIn(now)).toEqual(expect.arrayContaining(indexes));
  expect(indexesIn(now).length).toBeLessThanOrEqual(indexes.length + 1);
});

test('API Gateway invokes each function in the same role', () => {
  const credentials = (resources: typeof now) =>
    Object.keys(before)
      .filter((id) => before[id]?.Type === 'AWS::ApiGateway::Method')
      .map((id) => [id, z.safeParse(invoking, resources[id]?.Properties).data?.Integration.Credentials]);
  const used = credentials(before).flatMap(([, role]) => (role === undefined ? [] : [role]));

  expect(used).not.toEqual([]);
  expect(credentials(now)).toEqual(credentials(before));
});
