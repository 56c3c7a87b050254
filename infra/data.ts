import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Duration, type RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { picturesKeptDays } from '../shared/contract/limits.ts';
import { dueIndex, filterIndex, listIndex, table } from '../shared/data/table.ts';
import { objectPrefixes } from '../shared/files/prefixes.ts';
import { retentionOf, retentionOfProtected } from './retention.ts';
import type { StageSettings } from './settings.ts';

/**
 * Everything that must outlive a request: one table, one bucket, one key. CloudFormation names them, so that a second
 * stage in the same account, or a stack made again after its data was retained, never collides.
 */
export class Data extends Construct {
  readonly table: dynamodb.Table;
  readonly bucket: s3.Bucket;
  /** Encrypts the signing secrets of webhook endpoints before they are stored. */
  readonly webhookKey: kms.Key;
  /** Signs the heads of the chains that activity is sealed in; only the sealer may use it. */
  readonly auditKey: kms.Key;
  /** Keeps the signed heads, apart from the table that they speak for. */
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
      // The account's own key rather than DynamoDB's: its use shows in CloudTrail.
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      deletionProtection: settings.retainData,
      removalPolicy: retentionOfProtected(settings),
    });
    // All are here from the beginning: a release that adds an index cannot read it yet.
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
      // The service writes no payload twice (each key holds the id of its version), and removes those of documents that were
      // deleted 30 days before. Whatever else does, a function in the wrong hands or an operator by mistake, can be undone for
      // as long as a previous version is kept.
      versioned: true,
      lifecycleRules: [
        // Processed uploads were copied to payloads/, which no rule touches, so the rest was abandoned.
        { id: 'abandoned-uploads', prefix: objectPrefixes.uploads, expiration: Duration.days(30) },
        // Nothing was made of the rest. A version that was made of one may wait for 14 days among the dead letters. Nothing
        // is put twice at a key, so there are no previous versions to be had back.
        {
          id: 'abandoned-direct-uploads',
          prefix: objectPrefixes.direct,
          expiration: Duration.days(15),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'old-entry-pages', prefix: objectPrefixes.entryPages, expiration: Duration.days(30) },
        // Both can be made again. Nothing is to be had back of either.
        ...copyLifetimes.map(({ id, prefix, days }) => ({
          id,
          prefix,
          expiration: Duration.days(days),
          noncurrentVersionExpiration: Duration.days(1),
        })),
        {
          id: 'previous-versions',
          noncurrentVersionExpiration: Duration.days(30),
          // The versions that the marker hides are gone by then.
          expiredObjectDeleteMarker: true,
        },
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      cors: corsRules(settings),
      removalPolicy,
    });
    if (settings.fileAccessLogs) this.#logAccess(removalPolicy);

    this.webhookKey = new kms.Key(this, 'WebhookKey', {
      // The stage has a key of its own, not the one that encrypts the whole table: readers of the table cannot sign with it.
      description: 'Signing secrets of webhook endpoints. Without it, none of them can be used again',
      enableKeyRotation: true,
      // KMS lets one change one's mind for this long at most.
      pendingWindow: Duration.days(30),
      removalPolicy,
    });

    // KMS rotates no pairs of keys, and a head can be verified for as long as its key is there. Its policy leaves all but
    // signing to the account: `Workers` adds the one role that signs, and no policy of a role can add another.
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
      description:
        'Signs the heads of audit chains. Without it, what was sealed cannot be verified by KMS again',
      keySpec: kms.KeySpec.ECC_NIST_P256,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(30),
      removalPolicy,
    });
    const { auditObjectLockDays } = settings;
    this.auditBucket = new s3.Bucket(this, 'AuditBucket', {
      ...closedBucket,
      // No key is written twice, but by a sealer that was killed and comes again; what anybody else does can be undone.
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

  /** Has S3 write a line for each request to the bucket, into another one: presigned URLs are followed past the functions. */
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
    // The L2 construct's property does not allow for TypeScript's exactOptionalPropertyTypes.
    (this.bucket.node.defaultChild as s3.CfnBucket).loggingConfiguration = {
      destinationBucketName: lines.bucketName,
    };
  }
}

/** What is made of files for those who read them. */
const copyLifetimes = [
  { id: 'old-page-pictures', prefix: objectPrefixes.pages, days: picturesKeptDays },
  { id: 'old-stamped-copies', prefix: objectPrefixes.stamped, days: 1 },
] as const;

/** Everything but to sign (AWS KMS, "Allow key administrators to administer the KMS key"). */
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

/** Pages of the stage's origins may put files at the URLs of uploads. */
const corsRules = ({ corsOrigins }: StageSettings): s3.CorsRule[] =>
  corsOrigins.length === 0
    ? []
    : [
        {
          allowedMethods: [s3.HttpMethods.PUT],
          allowedOrigins: [...corsOrigins],
          allowedHeaders: ['Content-Type', 'If-None-Match', 'x-amz-checksum-sha256'],
          maxAge: 3600,
        },
      ];
