import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMS } from '@aws-sdk/client-kms';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { DynamoDBDocument, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import type { Credentials } from '../../credentials.ts';
import { type Stores, startStores } from '../../stores.ts';
import { readStack } from '../../template/stack.ts';
import { lambdaFunction, rolePolicy, writeAssembly } from '../fixture.ts';
import { directoryOfTests } from '../ownDirectory.ts';

export const region = 'us-east-1';
export const TableName = 'governance';
export const Bucket = 'documents';

const arn = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const under = (logicalId: string, path: string) => ({ 'Fn::Join': ['', [arn(logicalId), path]] });
const leading = (...partitions: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

export const resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      TableName,
      AttributeDefinitions: ['pk', 'sk', 'list_pk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: ['list', 'other'].map((IndexName) => ({
        IndexName,
        KeySchema: [{ AttributeName: 'list_pk', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      })),
    },
  },
  Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: Bucket } },
  Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'open' } },
  Key: { Type: 'AWS::KMS::Key' },
  BucketPolicy: {
    Type: 'AWS::S3::BucketPolicy',
    Properties: {
      Bucket: { Ref: 'Bucket' },
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Action: 's3:*',
            Resource: [arn('Bucket'), under('Bucket', '/*')],
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 's3:GetObject',
            Resource: under('Bucket', '/uploads/closed/*'),
          },
        ],
      },
    },
  },
  Subject: lambdaFunction('Subject'),
  Policy: rolePolicy(
    { Action: ['logs:PutLogEvents'], Resource: { 'Fn::GetAtt': ['LogGroup', 'Arn'] } },
    {
      Action: [
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:BatchGetItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:Query',
      ],
      Resource: arn('Table'),
      Condition: leading('DOC#*', 'ORG#?'),
    },
    { Action: 'dynamodb:Query', Resource: under('Table', '/index/list'), Condition: leading('ORG#*') },
    { Action: 's3:PutObject', Resource: under('Bucket', '/uploads/*') },
    { Action: 's3:GetObject', Resource: [under('Bucket', '/uploads/*'), under('Bucket', '/public/*')] },
    {
      Action: 's3:ListBucket',
      Resource: arn('Bucket'),
      Condition: { StringLike: { 's3:prefix': ['uploads/*'] } },
    },
    { Action: 'sqs:Send*', Resource: arn('Queue') },
    {
      Action: ['kms:Encrypt', 'kms:Decrypt'],
      Resource: arn('Key'),
      Condition: {
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['owner'] },
        StringLike: { 'kms:EncryptionContext:owner': 'org_*' },
      },
    },
  ),
};

const clientsOf = ({ endpoints: { dynamodb, s3, sqs, kms } }: Stores, credentials: Credentials) => ({
  table: DynamoDBDocument.from(
    new DynamoDBClient({ region, credentials, maxAttempts: 1, endpoint: dynamodb }),
  ),
  s3: new S3({ region, credentials, maxAttempts: 1, endpoint: s3, forcePathStyle: true }),
  sqs: new SQS({ region, credentials, maxAttempts: 1, endpoint: sqs }),
  kms: new KMS({ region, credentials, maxAttempts: 1, endpoint: kms }),
});

/** The stores with the resources above, and two sets of clients: for the root, who may do everything, and for the role. */
export interface Account {
  readonly stores: Stores;
  /** The credentials of the role's session. */
  readonly credentials: Credentials;
  readonly asRoot: ReturnType<typeof clientsOf>;
  readonly asSubject: ReturnType<typeof clientsOf>;
  as(credentials: Credentials): ReturnType<typeof clientsOf>;
  readonly queueUrl: string;
  readonly keyArn: string;
}

/** Sends a request with the clients of the role. */
export type Call = (account: Account & Account['asSubject']) => Promise<unknown>;

/** Opens an account for the tests of a file. */
export function hostAccount(): () => Account {
  const directory = directoryOfTests();
  let account: Account | undefined;
  beforeAll(async () => {
    const stores = await startStores({ dataDirectory: `${directory}/data`, region });
    const assembly = writeAssembly(`${directory}/assembly`, { resources, handlers: { Subject: '' } });
    const { sqs: queueEndpoint, opensearch: searchEndpoint } = stores.endpoints;
    const stack = readStack(assembly, { region, baseUrl: 'http://localhost', queueEndpoint, searchEndpoint });
    await stores.provision(stack);
    const credentials = stores.credentialsOf('Fixture-Subject');
    const as = (caller: Credentials) => clientsOf(stores, caller);
    account = {
      stores,
      credentials,
      asRoot: as(stores.credentials),
      asSubject: as(credentials),
      as,
      queueUrl: stack.queues[0]?.url ?? '',
      keyArn: stack.keys[0]?.arn ?? '',
    };
  });
  afterAll(async () => {
    await account?.stores.close();
  });
  return () => {
    if (!account) throw new Error('The account is not open yet.');
    return account;
  };
}

export const key = (pk: string) => ({ pk, sk: 'A' });
export const item = (pk: string) => ({ TableName, Item: key(pk) });
export const query = (values: Record<string, unknown>, KeyConditionExpression: string, IndexName?: string) =>
  new QueryCommand({
    TableName,
    ...(IndexName !== undefined && { IndexName }),
    KeyConditionExpression,
    ExpressionAttributeValues: values,
  });

/** Encrypts as the role, with an optional encryption context. */
export const encrypt = ({ asSubject, keyArn }: Account, EncryptionContext?: Record<string, string>) =>
  asSubject.kms.encrypt({
    KeyId: keyArn,
    Plaintext: Buffer.from('a'),
    ...(EncryptionContext && { EncryptionContext }),
  });
