import type { App } from 'aws-cdk-lib/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { otherFunctions } from '../../infra/functions/others.ts';
import { lostWithStack } from '../../infra/resources/retention.ts';
import { dueIndex, filterIndex, listIndex, table } from '../../shared/data/table/table.ts';
import { queueNames, queues as queueTable } from '../../shared/runtime/stores.ts';
import { largest, queuePath, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();
/** The properties of the resource of a type, by the path of its construct. */
const at = (type: string, path: string, synthesized = stage) =>
  [...synthesized.of(type)].find(([id]) => synthesized.pathOf(id) === path)?.[1];

describe('the table', () => {
  const properties = stage.only('AWS::DynamoDB::Table');

  test('is encrypted, can be restored to any second, and costs nothing without requests', () => {
    expect(properties).toMatchObject({
      SSESpecification: { SSEEnabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  test('has the keys, the indexes and the time to live of the code', () => {
    const key = (partition: string, sort: string) => [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ];
    const index = (of: typeof dueIndex | typeof listIndex | typeof filterIndex, ProjectionType: string) => ({
      IndexName: of.name,
      KeySchema: key(of.partitionKey, of.sortKey),
      Projection: { ProjectionType },
    });

    expect(properties).toMatchObject({
      KeySchema: key(table.partitionKey, table.sortKey),
      TimeToLiveSpecification: { AttributeName: table.timeToLive, Enabled: true },
      GlobalSecondaryIndexes: [
        index(listIndex, 'ALL'),
        index(dueIndex, 'KEYS_ONLY'),
        index(filterIndex, 'KEYS_ONLY'),
      ],
    });
    expect(properties?.AttributeDefinitions).toContainEqual({
      AttributeName: dueIndex.sortKey,
      AttributeType: 'N',
    });
  });
});

describe('the bucket', () => {
  const properties = at('AWS::S3::Bucket', 'Data/Bucket');

  // Threat: Files are overwritten or deleted
  test('is encrypted and private, and keeps replaced and deleted files', () => {
    expect(properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
  });

  // Threat: Files are overwritten or deleted
  test('deletes abandoned and redrawable files, and no payload', () => {
    const { Rules } = z.parse(
      z.object({ Rules: z.array(z.looseObject({ Status: z.literal('Enabled') })) }),
      properties?.LifecycleConfiguration,
    );

    expect(Rules).toMatchObject([
      { Prefix: 'uploads/', ExpirationInDays: 30 },
      { Prefix: 'direct/', ExpirationInDays: 15, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
      { Prefix: 'entry-pages/', ExpirationInDays: 30 },
      { Prefix: 'pages/', ExpirationInDays: 30, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
      { Prefix: 'stamped/', ExpirationInDays: 1, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
      { Prefix: 'texts/', NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
      { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, ExpiredObjectDeleteMarker: true },
      { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
    for (const rule of Rules.slice(5)) expect(rule).not.toHaveProperty('ExpirationInDays');
  });
});

describe('the heads of audit chains', () => {
  test('are in a private bucket, which keeps replaced and deleted ones, and can lock them', () => {
    const locked = synthesizeStage({ auditObjectLockDays: 500, auditObjectLockMode: 'compliance' });

    expect(at('AWS::S3::Bucket', 'Data/AuditBucket')).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      VersioningConfiguration: { Status: 'Enabled' },
    });
    expect(at('AWS::S3::Bucket', 'Data/AuditBucket')).not.toHaveProperty('ObjectLockEnabled');
    expect(at('AWS::S3::Bucket', 'Data/AuditBucket', locked)).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Days: 500, Mode: 'COMPLIANCE' } } },
    });
  });

  // Threat: Somebody who may write to the table removes or alters activity entries
  test('are signed with a key that only the sealer can use, also if policies of roles allow more', () => {
    const key = at('AWS::KMS::Key', 'Data/AuditKey');
    const { Statement } = z.parse(
      z.object({
        Statement: z.array(
          z.looseObject({ Action: z.union([z.string(), z.array(z.string())]), Principal: z.unknown() }),
        ),
      }),
      key?.KeyPolicy,
    );

    expect(key).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
    const signers = Statement.filter(({ Action }) =>
      [Action].flat().some((action) => /^(\*|kms:(\*|S\*|Sign))$/.test(action)),
    );
    expect(signers).toEqual([
      expect.objectContaining({
        Action: 'kms:Sign',
        Principal: { AWS: { 'Fn::GetAtt': [expect.stringMatching(/^WorkersSealActivityRole/), 'Arn'] } },
      }),
    ]);
  });
});

describe('queues', () => {
  const queues = [...stage.of('AWS::SQS::Queue')];
  const redrive = z.object({
    RedrivePolicy: z.object({
      deadLetterTargetArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
      maxReceiveCount: z.int(),
    }),
  });

  test('are encrypted, and have a dead-letter queue each, except for dead-letter queues', () => {
    const withOne = queues.filter(([, properties]) => 'RedrivePolicy' in properties);
    for (const [, properties] of queues) expect(properties).toMatchObject({ SqsManagedSseEnabled: true });
    const targets = withOne.map(([, properties]) => {
      const { deadLetterTargetArn, maxReceiveCount } = z.parse(redrive, properties).RedrivePolicy;
      expect(maxReceiveCount).toBe(5);
      return deadLetterTargetArn['Fn::GetAtt'][0];
    });

    expect(withOne).toHaveLength(queueNames.length);
    expect([...withOne.map(([id]) => id), ...targets].sort()).toEqual(queues.map(([id]) => id).sort());
    for (const target of targets)
      expect(stage.of('AWS::SQS::Queue').get(target)).toMatchObject({ MessageRetentionPeriod: 14 * 86_400 });
  });

  test.for(queueNames)('%s hides a message for six times the timeout of its consumer', (name) => {
    expect(at('AWS::SQS::Queue', queuePath(name))).toMatchObject({
      VisibilityTimeout: 6 * otherFunctions[queueTable[name].consumer].timeoutSeconds,
    });
  });
});

test('the key for signing secrets is rotated every year, and its deletion can be cancelled for a month', () => {
  expect(at('AWS::KMS::Key', 'Data/WebhookKey')).toMatchObject({
    EnableKeyRotation: true,
    PendingWindowInDays: 30,
  });
});

describe('when the stack is deleted', () => {
  const kept = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Logs::LogGroup'];

  test('data is retained with the setting only', () => {
    const retaining = synthesizeStage(largest);
    const policiesOf = ({ resources }: typeof stage, type: string) =>
      new Set([...resources.values()].filter(({ Type }) => Type === type).map((one) => one.DeletionPolicy));

    for (const type of kept) {
      // If the first creation of a stack fails, CloudFormation cannot delete a protected table, so the table stays.
      const policy = type === 'AWS::DynamoDB::Table' ? 'Retain' : 'RetainExceptOnCreate';
      expect(policiesOf(retaining, type), type).toEqual(new Set([policy]));
      expect(policiesOf(stage, type), type).toEqual(new Set(['Delete']));
    }
    expect(retaining.only('AWS::DynamoDB::Table')).toMatchObject({ DeletionProtectionEnabled: true });
    expect(stage.only('AWS::DynamoDB::Table')).toMatchObject({ DeletionProtectionEnabled: false });
  });

  test('a sentence names everything that is lost, and retaining it later replaces nothing', () => {
    const said: (string | null)[] = [];
    const inspect = (app: App) => void said.push(lostWithStack(app));
    const losing = synthesizeStage({ ...largest, retainData: false }, { inspect });
    const retaining = synthesizeStage(largest, { inspect });

    expect(said).toEqual([
      expect.stringMatching(
        /^After this deployment, npx cdk destroy deletes the data of the stage: 1 table, \d buckets, 2 KMS keys, \d+ log groups, 1 user pool \(Data\/Table, Data\/Bucket, .*SignIn\/UserPool.*, and the logs\)\.$/,
      ),
      null,
    ]);
    const withoutRetention = ({ resources }: typeof losing) =>
      [...resources].map(([id, { DeletionPolicy, UpdateReplacePolicy, ...resource }]) => [id, resource]);
    const withoutProtection = (stage: typeof losing) =>
      JSON.parse(
        JSON.stringify(withoutRetention(stage), (name, value) =>
          // CloudFormation changes both in place (AWS::DynamoDB::Table and AWS::Cognito::UserPool, "Update requires: No interruption").
          name === 'DeletionProtectionEnabled' || name === 'DeletionProtection' ? undefined : value,
        ),
      );
    expect(withoutProtection(retaining)).toEqual(withoutProtection(losing));
    expect(losing.outputs.RetainData?.Value).toBe('false');
  });
});
