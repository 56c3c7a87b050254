import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Duration, type RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { picturesKeptDays } from '../../shared/contract/limits.ts';
import { dueIndex, filterIndex, listIndex, table } from '../../shared/data/table/table.ts';
import { objectPrefixes } from '../../shared/files/prefixes.ts';
import type { StageSettings } from '../stage/settings.ts';
import { retentionOf, retentionOfProtected } from './retention.ts';

/**
 * Everything that outlives a request: the table, the buckets and the KMS keys. CloudFormation chooses their names. So the names are unique,
 * even if the account has a second stage, or data that was retained when an earlier stack was deleted.
 */
export class Data extends Construct {
  readonly table: dynamodb.Table;
  readonly bucket: s3.Bucket;
  /** Encrypts the signing secrets of webhook endpoints before they are stored. */
  readonly webhookKey: kms.Key;
  /** Signs the heads of the audit chains. Only the sealer may sign with it. */
  readonly auditKey: kms.Key;
  /** Stores the signed heads, separate from the table whose entries they prove. */
  readonly auditBucket: s3.Bucket;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const removalPolicy = retentionOf(settings);

    this.table = new dynamodb.Table(this, 'Table', {
      partitionKey: { name: table.partitionKey, type: dynamodb.AttributeType.STRING },
      sortKey: { name: table.sortKey, type: dynamodb.AttributeType.STRING },
      timeToLiveAttribute: table.timeToLive,
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // The AWS managed KMS key of the account. CloudTrail logs its use, but not the use of DynamoDB's own key.
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      deletionProtection: settings.retainData,
      removalPolicy: retentionOfProtected(settings),
    });
    // All indexes exist from the first release, because a release that adds an index cannot read it yet.
    const { STRING, NUMBER } = dynamodb.AttributeType;
    const { ALL, KEYS_ONLY } = dynamodb.ProjectionType;
    for (const [index, sortType, projectionType] of [
      [listIndex, STRING, ALL],
      [dueIndex, NUMBER, KEYS_ONLY],
      [filterIndex, STRING, KEYS_ONLY],
    ] as const)
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: { name: index.partitionKey, type: STRING },
        sortKey: { name: index.sortKey, type: sortType },
        projectionType,
      });

    this.bucket = new s3.Bucket(this, 'Bucket', {
      ...closedBucket,
      // The service never overwrites a payload (its S3 key contains the version's id) and removes payloads 30 days after their
      // document was deleted. Any other overwrite or removal, by a compromised function or by mistake, can be undone while the
      // previous version is kept.
      versioned: true,
      lifecycleRules: [
        // Processed uploads were copied to payloads/, which no rule expires. All others were abandoned.
        { id: 'abandoned-uploads', prefix: objectPrefixes.uploads, expiration: Duration.days(30) },
        // Uploads that no version uses. 15 days, because a version may wait for 14 days in the dead-letter queue before its upload
        // is read. The service writes each object once, so no previous versions need to be kept.
        {
          id: 'abandoned-direct-uploads',
          prefix: objectPrefixes.direct,
          expiration: Duration.days(15),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'old-entry-pages', prefix: objectPrefixes.entryPages, expiration: Duration.days(30) },
        // Pictures and stamped copies can be made again, so no previous versions need to be kept.
        ...copyLifetimes.map(({ id, prefix, days }) => ({
          id,
          prefix,
          expiration: Duration.days(days),
          noncurrentVersionExpiration: Duration.days(1),
        })),
        // Texts can be made again too, but nothing expires them: they stay as long as their version.
        {
          id: 'previous-texts',
          prefix: objectPrefixes.texts,
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          id: 'previous-versions',
          noncurrentVersionExpiration: Duration.days(30),
          // Removes a delete marker after the versions that it hid have expired by the line above.
          expiredObjectDeleteMarker: true,
        },
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy,
    });
    if (settings.fileAccessLogs) this.#logAccess(removalPolicy);

    this.webhookKey = new kms.Key(this, 'WebhookKey', {
      // A separate KMS key, not the table's encryption key: functions that read the table cannot decrypt the secrets.
      description:
        'Encrypts the signing secrets of webhook endpoints. Without this key, they cannot be used again',
      enableKeyRotation: true,
      // The longest waiting period of KMS, in which the deletion can be cancelled.
      pendingWindow: Duration.days(30),
      removalPolicy,
    });

    // The audit key is not rotated, because KMS does not rotate key pairs. KMS can verify old heads as long as the key exists. With this
    // policy, the policies of roles decide who may administer the key, but cannot let anybody sign. `Workers` adds a statement that lets
    // the one role of the sealer sign.
    this.auditKey = new kms.Key(this, 'AuditKey', {
      policy: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            principals: [new iam.AccountRootPrincipal()],
            actions: keyAdministration,
            resources: ['*'],
          }),
        ],
      }),
      description: 'Signs the heads of audit chains. Without this key, KMS cannot verify the signatures',
      keySpec: kms.KeySpec.ECC_NIST_P256,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(30),
      removalPolicy,
    });
    const { auditObjectLockDays } = settings;
    this.auditBucket = new s3.Bucket(this, 'AuditBucket', {
      ...closedBucket,
      // A sealer that repeats an interrupted run writes the same object again. Any other overwrite is a fault, which can be undone.
      versioned: true,
      ...(auditObjectLockDays !== null && {
        objectLockEnabled: true,
        objectLockDefaultRetention:
          settings.auditObjectLockMode === 'compliance'
            ? s3.ObjectLockRetention.compliance(Duration.days(auditObjectLockDays))
            : s3.ObjectLockRetention.governance(Duration.days(auditObjectLockDays)),
      }),
      removalPolicy,
    });
  }

  /** Lets the service's own web pages, and those of other origins, upload files and read them with presigned URLs. */
  allowPagesOf(own: string, others: readonly string[]): void {
    // The first rule that allows a method counts. The script of documents' pages reads a file in parts.
    this.bucket.addCorsRule({
      allowedMethods: [s3.HttpMethods.GET, s3.HttpMethods.HEAD],
      allowedOrigins: [own],
      allowedHeaders: ['Range'],
      exposedHeaders: ['Content-Range', 'ETag'],
      maxAge: 3600,
    });
    this.bucket.addCorsRule({
      allowedMethods: [s3.HttpMethods.PUT, s3.HttpMethods.GET],
      allowedOrigins: [own, ...others],
      allowedHeaders: ['Content-Type', 'If-None-Match', 'x-amz-checksum-sha256'],
      maxAge: 3600,
    });
  }

  /** Logs each request to the bucket in another bucket, because requests with presigned URLs bypass the functions. */
  #logAccess(removalPolicy: RemovalPolicy): void {
    const lines = new s3.Bucket(this, 'FileAccessLogs', {
      ...closedBucket,
      lifecycleRules: [{ id: 'old-lines', expiration: Duration.days(90) }],
      removalPolicy,
    });
    // Amazon S3, "Permissions for log delivery".
    lines.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('logging.s3.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [lines.arnForObjects('*')],
        conditions: {
          ArnLike: { 'aws:SourceArn': this.bucket.bucketArn },
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
        },
      }),
    );
    // The L2 construct's property conflicts with TypeScript's exactOptionalPropertyTypes.
    (this.bucket.node.defaultChild as s3.CfnBucket).loggingConfiguration = {
      destinationBucketName: lines.bucketName,
    };
  }
}

/** Copies that are made from files for readers. */
const copyLifetimes = [
  { id: 'old-page-pictures', prefix: objectPrefixes.pages, days: picturesKeptDays },
  { id: 'old-stamped-copies', prefix: objectPrefixes.stamped, days: 1 },
] as const;

/** Every action except signing (AWS KMS, "Allow key administrators to administer the KMS key"). */
const keyAdministration = [
  'kms:CancelKeyDeletion',
  'kms:Describe*',
  'kms:Disable*',
  'kms:Enable*',
  'kms:Get*',
  'kms:List*',
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:Update*',
  'kms:Verify',
];

const closedBucket = {
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  encryption: s3.BucketEncryption.S3_MANAGED,
} as const satisfies s3.BucketProps;
