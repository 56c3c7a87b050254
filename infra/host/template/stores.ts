import * as z from 'zod/mini';
import type { BucketDefinition, KeyDefinition, QueueDefinition, TableDefinition } from './model.ts';
import type { TemplateReader } from './templateReader.ts';

const tableSchema = z.object({
  AttributeDefinitions: z.array(z.unknown()),
  KeySchema: z.array(z.unknown()),
  GlobalSecondaryIndexes: z.optional(
    z.array(z.object({ IndexName: z.string(), KeySchema: z.unknown(), Projection: z.unknown() })),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

export const readTables = (reader: TemplateReader): TableDefinition[] =>
  reader.read('AWS::DynamoDB::Table', tableSchema).map(({ logicalId, properties }) => {
    const { TimeToLiveSpecification: timeToLive, ...shape } = properties;
    const name = reader.names.physicalName(logicalId);
    return {
      name,
      createTable: { TableName: name, BillingMode: 'PAY_PER_REQUEST', ...shape },
      addIndex: new Map(
        (shape.GlobalSecondaryIndexes ?? []).map((index) => [
          index.IndexName,
          {
            TableName: name,
            AttributeDefinitions: shape.AttributeDefinitions,
            GlobalSecondaryIndexUpdates: [{ Create: index }],
          },
        ]),
      ),
      timeToLiveAttribute: timeToLive?.Enabled ? timeToLive.AttributeName : undefined,
    };
  });

const strings = z.optional(z.array(z.string()));
const bucketSchema = z.object({
  CorsConfiguration: z.optional(
    z.object({
      CorsRules: z.array(
        z.object({
          AllowedOrigins: z.array(z.string()),
          AllowedMethods: z.array(z.string()),
          AllowedHeaders: strings,
          ExposedHeaders: strings,
          MaxAge: z.optional(z.number()),
        }),
      ),
    }),
  ),
});

export const readBuckets = (reader: TemplateReader): BucketDefinition[] =>
  reader.read('AWS::S3::Bucket', bucketSchema).map(({ logicalId, properties }) => ({
    name: reader.names.physicalName(logicalId),
    corsRules: (properties.CorsConfiguration?.CorsRules ?? []).map((rule) => ({
      allowedOrigins: rule.AllowedOrigins,
      allowedMethods: rule.AllowedMethods,
      allowedHeaders: rule.AllowedHeaders ?? [],
      exposedHeaders: rule.ExposedHeaders ?? [],
      maxAgeSeconds: rule.MaxAge,
    })),
  }));

const keySchema = z.object({
  Enabled: z._default(z.literal(true), true),
  KeySpec: z._default(z.literal('SYMMETRIC_DEFAULT'), 'SYMMETRIC_DEFAULT'),
  KeyUsage: z._default(z.literal('ENCRYPT_DECRYPT'), 'ENCRYPT_DECRYPT'),
});
// Everyone may use every key here, and nobody deletes or rotates one.
const keyPropertiesIgnored = [
  'BypassPolicyLockoutSafetyCheck',
  'Description',
  'EnableKeyRotation',
  'KeyPolicy',
  'PendingWindowInDays',
  'RotationPeriodInDays',
  'Tags',
];

export const readKeys = (reader: TemplateReader): KeyDefinition[] =>
  reader.read('AWS::KMS::Key', keySchema, keyPropertiesIgnored).map(({ logicalId }) => ({
    id: reader.names.keyId(logicalId),
    arn: reader.names.attribute(logicalId, 'Arn') ?? '',
  }));

const integer = z.optional(z.union([z.number(), z.string()]));
const queueSchema = z.object({
  VisibilityTimeout: integer,
  DelaySeconds: integer,
  MaximumMessageSize: integer,
  MessageRetentionPeriod: integer,
  ReceiveMessageWaitTimeSeconds: integer,
  RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })),
});
// Encryption and a dead-letter queue's own restrictions change nothing here.
const queuePropertiesIgnored = [
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'QueueName',
  'RedriveAllowPolicy',
  'SqsManagedSseEnabled',
  'Tags',
];

export const readQueues = (reader: TemplateReader): QueueDefinition[] =>
  reader
    .read('AWS::SQS::Queue', queueSchema, queuePropertiesIgnored)
    .map(({ logicalId, properties }) => ({
      name: reader.names.physicalName(logicalId),
      arn: reader.names.attribute(logicalId, 'Arn') ?? '',
      url: reader.names.queueUrl(logicalId),
      attributes: Object.fromEntries(
        Object.entries(properties)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      ),
    }))
    .sort((a, b) => Number('RedrivePolicy' in a.attributes) - Number('RedrivePolicy' in b.attributes));
