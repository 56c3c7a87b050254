import * as z from 'zod/mini';
import type { TemplateReader } from './templateReader.ts';

const keySchemaSchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
type KeySchema = z.output<typeof keySchemaSchema>;
const partitionKeyOf = (keys: KeySchema): string =>
  keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
const tableSchema = z.object({
  AttributeDefinitions: z.array(z.unknown()),
  KeySchema: keySchemaSchema,
  GlobalSecondaryIndexes: z.optional(
    z.array(z.object({ IndexName: z.string(), KeySchema: keySchemaSchema, Projection: z.unknown() })),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

export type TableDefinition = ReturnType<typeof readTables>[number];

export const readTables = (reader: TemplateReader) =>
  reader.read('AWS::DynamoDB::Table', tableSchema).map(({ logicalId, properties }) => {
    const { TimeToLiveSpecification: timeToLive, ...shape } = properties;
    const name = reader.names.physicalName(logicalId);
    const indexes = shape.GlobalSecondaryIndexes ?? [];
    return {
      name,
      arn: reader.names.attribute(logicalId, 'Arn') ?? '',
      /** The name of the attribute with the partition key. */
      partitionKey: partitionKeyOf(shape.KeySchema),
      indexPartitionKeys: Object.fromEntries(
        indexes.map((index) => [index.IndexName, partitionKeyOf(index.KeySchema)]),
      ),
      /** The input of DynamoDB's CreateTable. */
      createTable: { TableName: name, BillingMode: 'PAY_PER_REQUEST', ...shape },
      /** For each index, the input of DynamoDB's UpdateTable that adds this index to a table without it. */
      addIndex: new Map(
        indexes.map((index) => [
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

// The host ignores rules about multipart uploads, because it does not support such uploads.
const strings = z._default(z.array(z.string()), []);
const lifecycleRuleSchema = z.strictObject({
  Id: z.optional(z.string()),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z._default(z.string(), ''),
  ExpirationInDays: z.optional(z.int()),
  NoncurrentVersionExpiration: z.optional(z.strictObject({ NoncurrentDays: z.int() })),
  ExpiredObjectDeleteMarker: z.optional(z.boolean()),
  AbortIncompleteMultipartUpload: z.optional(z.unknown()),
});
export type LifecycleRule = z.output<typeof lifecycleRuleSchema>;
const corsRuleSchema = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: strings,
  ExposedHeaders: strings,
  MaxAge: z.optional(z.number()),
});
export type CorsRule = z.output<typeof corsRuleSchema>;
const bucketSchema = z.object({
  VersioningConfiguration: z.optional(z.object({ Status: z.enum(['Enabled', 'Suspended']) })),
  LifecycleConfiguration: z.optional(z.object({ Rules: z.array(lifecycleRuleSchema) })),
  CorsConfiguration: z.optional(z.object({ CorsRules: z.array(corsRuleSchema) })),
});

export type BucketDefinition = ReturnType<typeof readBuckets>[number];

export const readBuckets = (reader: TemplateReader) =>
  reader.read('AWS::S3::Bucket', bucketSchema).map(({ logicalId, properties }) => ({
    name: reader.names.physicalName(logicalId),
    isVersioned: properties.VersioningConfiguration?.Status === 'Enabled',
    lifecycleRules: properties.LifecycleConfiguration?.Rules ?? [],
    corsRules: (properties.CorsConfiguration?.CorsRules ?? []).map((rule) => ({
      ...rule,
      AllowedOrigins: rule.AllowedOrigins.map((origin) => reader.names.withOwnAddress(origin)),
    })),
  }));

const kmsKeySchema = z.object({
  Enabled: z._default(z.literal(true), true),
  KeySpec: z._default(z.enum(['SYMMETRIC_DEFAULT', 'ECC_NIST_P256']), 'SYMMETRIC_DEFAULT'),
  KeyUsage: z._default(z.enum(['ENCRYPT_DECRYPT', 'SIGN_VERIFY']), 'ENCRYPT_DECRYPT'),
});
/** The purpose of each kind of key (AWS KMS, "CreateKey"). */
const usageOf = { SYMMETRIC_DEFAULT: 'ENCRYPT_DECRYPT', ECC_NIST_P256: 'SIGN_VERIFY' };
// The policy is read together with the policies of queues and buckets. Keys are not deleted or rotated here.
const keyPropertiesIgnored = [
  'BypassPolicyLockoutSafetyCheck',
  'Description',
  'EnableKeyRotation',
  'KeyPolicy',
  'PendingWindowInDays',
  'RotationPeriodInDays',
  'Tags',
];

export type KeyDefinition = ReturnType<typeof readKeys>[number];

export const readKeys = (reader: TemplateReader) =>
  reader.read('AWS::KMS::Key', kmsKeySchema, keyPropertiesIgnored).map(({ logicalId, properties }) => {
    const { KeySpec: spec, KeyUsage: usage } = properties;
    if (usage !== usageOf[spec])
      throw new Error(`${logicalId} (AWS::KMS::Key): a key ${spec} is not for ${usage}.`);
    return { id: reader.names.keyId(logicalId), arn: reader.names.attribute(logicalId, 'Arn') ?? '', spec };
  });

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

export type QueueDefinition = ReturnType<typeof readQueues>[number];

/** Reads the queues, each dead-letter queue before the queues that use it. */
export const readQueues = (reader: TemplateReader) =>
  reader
    .read('AWS::SQS::Queue', queueSchema, queuePropertiesIgnored)
    .map(({ logicalId, properties }) => ({
      name: reader.names.physicalName(logicalId),
      arn: reader.names.attribute(logicalId, 'Arn') ?? '',
      url: reader.names.queueUrl(logicalId),
      /** The attributes for SQS's CreateQueue. */
      attributes: Object.fromEntries(
        Object.entries(properties)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      ),
    }))
    .sort((a, b) => Number('RedrivePolicy' in a.attributes) - Number('RedrivePolicy' in b.attributes));
