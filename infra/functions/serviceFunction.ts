import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  mailSecretContext,
  secretContext,
  shownSecretContext,
} from '../../shared/credentials/secretContext.ts';
import { dueIndex, filterIndex, listIndex } from '../../shared/data/table/table.ts';
import { auditHeadPrefix, objectPrefixes } from '../../shared/files/prefixes.ts';
import { type EnvironmentName, environmentNames } from '../../shared/runtime/environment.ts';
import { queueNames, type StoreVariable } from '../../shared/runtime/stores.ts';
import type { Data } from '../resources/data.ts';
import type { MailIdentity } from '../resources/mail.ts';
import type { Queues } from '../resources/queues.ts';
import { retentionOf } from '../resources/retention.ts';
import type { Collections } from '../resources/search.ts';
import type { StageSettings } from '../stage/settings.ts';
import { grantedOn, type Resource } from './grants.ts';
import type { FunctionName } from './manifest.ts';
import { type FunctionSpec, memoryMegabytesDefault, timeoutSecondsDefault } from './spec.ts';

/** The context that all functions of a stack share. */
export interface FunctionContext {
  readonly settings: StageSettings;
  readonly data: Data;
  readonly queues: Queues;
  /** Null on a stage that sends no mail. */
  readonly mailIdentity: MailIdentity | null;
  readonly collections: Collections;
  /** The bundles, by function. */
  readonly directories: ReadonlyMap<FunctionName, string>;
  /** Whether bundles are named by their folders instead of by a hash of their content. */
  readonly unhashed: boolean;
  /** The release of the code, with its commit if that is known. */
  readonly release: string;
}

export interface ServiceFunctionProps extends FunctionContext {
  readonly name: FunctionName;
  readonly spec: FunctionSpec;
  /** Variables in addition to the names of the function's stores. Default: none */
  readonly variables?: Partial<Record<EnvironmentName, string>>;
  /** The function serves requests, and is traced with them. Default: it serves none, and has no traces */
  readonly servesRequests?: true;
  /** Its reserved concurrent executions, which are also its maximum. Default: none reserved */
  readonly reservedConcurrency?: number;
}

/** One Lambda function with its own log and role. The role has only the grants of its manifest entry. */
export class ServiceFunction extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { name, spec, settings } = props;
    const directory = props.directories.get(name);
    if (!directory) throw new Error(`The function ${name} has no bundle`);

    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: settings.logDays,
      removalPolicy: retentionOf(settings),
    });
    const isTraced = props.servesRequests && settings.traceSampling > 0;
    // CDK's default role has AWSLambdaBasicExecutionRole, which may write to every log.
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      // Inline, because a separate policy would be one more resource for each function.
      inlinePolicies: {
        Grants: new iam.PolicyDocument({
          statements: [
            new iam.PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
            ...(isTraced ? [new iam.PolicyStatement({ actions: tracing, resources: ['*'] })] : []),
            ...statementsOf(props),
          ],
        }),
      },
    });

    props.collections.allow(role, spec);

    this.function = new lambda.Function(this, 'Function', {
      description: spec.description,
      code: lambda.Code.fromAsset(directory, props.unhashed ? { assetHash: directory } : {}),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: spec.memoryMegabytes ?? memoryMegabytesDefault,
      timeout: Duration.seconds(spec.timeoutSeconds ?? timeoutSecondsDefault),
      environment: environmentOf(props),
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
      // Without this call, CDK would add a policy for traces.
      role: role.withoutPolicyUpdates(),
      logGroup,
      // Lambda can filter lines only in this format. The service's own lines are JSON in both formats.
      loggingFormat: lambda.LoggingFormat.JSON,
      applicationLogLevelV2:
        settings.logLevel === 'warn' ? lambda.ApplicationLogLevel.WARN : lambda.ApplicationLogLevel.INFO,
      systemLogLevelV2: settings.platformLogs ? lambda.SystemLogLevel.INFO : lambda.SystemLogLevel.WARN,
      // Traces one request through API Gateway, authorizer and handler, including cold starts. A worker would start a separate trace for
      // every message, at a rate that cannot be set. That trace would contain only the worker.
      ...(isTraced && { tracing: lambda.Tracing.ACTIVE }),
    });
  }
}

/** These actions of AWS X-Ray cannot be limited to single resources. */
const tracing = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];

/** Returns a statement for each action that a function is granted on a store. */
function statementsOf(props: ServiceFunctionProps): iam.PolicyStatement[] {
  const resources = resourcesOf(props);
  return (Object.keys(props.spec.grants) as Resource[]).flatMap((name) => {
    const resource = resources[name];
    if (!resource) return [];
    return grantedOn(name, props.spec.grants).map(
      ({ action, partitions }) =>
        new iam.PolicyStatement({
          actions: [action],
          resources: [resource.arn].flat(),
          conditions: partitions
            ? allOf(
                'StringLike',
                'dynamodb:LeadingKeys',
                partitions.map((partition) => `${partition}*`),
              )
            : (resource.conditions ?? {}),
        }),
    );
  });
}

/** Requires that a request has the condition key, and only these values for it. Without `Null`, a missing key would pass `ForAllValues`. */
const allOf = (operator: 'StringLike' | 'StringEquals', key: string, values: readonly string[]) => ({
  [`ForAllValues:${operator}`]: { [key]: values },
  Null: { [key]: 'false' },
});

/** A store, or a part of one, as roles name it. */
interface GrantedResource {
  readonly arn: string | readonly string[];
  /** The variable that names it to functions. */
  readonly variable?: StoreVariable;
  /** Further conditions on all of its actions. */
  readonly conditions?: iam.Conditions;
}

/** Returns the resources that can be granted, without those that the stage does not have. */
function resourcesOf({
  data,
  queues,
  settings,
  mailIdentity,
  collections,
}: FunctionContext): Readonly<Partial<Record<Resource, GrantedResource>>> {
  const { table, bucket, webhookKey, auditBucket } = data;
  const index = ({ name }: { readonly name: string }) =>
    ({ arn: `${table.tableArn}/index/${name}`, variable: 'tableName' }) as const;
  const objects = Object.entries(objectPrefixes).map(([name, prefix]) => [
    name,
    { arn: bucket.arnForObjects(`${prefix}*`), variable: 'bucketName' },
  ]);
  const workQueues = queueNames.map((name) => [
    `${name}Queue`,
    { arn: queues[name].queue.queueArn, variable: `${name}QueueUrl` },
  ]);
  const parameter = settings.identityProvider?.clientSecretParameter ?? null;
  const { partition, region, account } = Stack.of(data);
  return {
    table: { arn: table.tableArn, variable: 'tableName' },
    listIndex: index(listIndex),
    dueIndex: index(dueIndex),
    filterIndex: index(filterIndex),
    bucket: listsUnder(bucket, objectPrefixes.uploads, objectPrefixes.direct),
    copies: listsUnder(bucket, objectPrefixes.pages, objectPrefixes.texts, objectPrefixes.stamped),
    ...Object.fromEntries([...objects, ...workQueues]),
    auditHeads: { arn: auditBucket.arnForObjects(`${auditHeadPrefix}*`), variable: 'auditBucketName' },
    webhookKey: {
      arn: webhookKey.keyArn,
      variable: 'webhookKeyId',
      // The encryption context binds a secret to its endpoint.
      conditions: allOf('StringEquals', 'kms:EncryptionContextKeys', secretContext),
    },
    shownSecrets: {
      arn: webhookKey.keyArn,
      variable: 'webhookKeyId',
      // Functions that repeat an answer may decrypt secrets in answers, but not the secrets that sign deliveries.
      conditions: allOf('StringEquals', 'kms:EncryptionContextKeys', shownSecretContext),
    },
    ...(mailIdentity && {
      mailIdentity: {
        arn: mailIdentity.arns,
        conditions: { StringEquals: { 'ses:FromAddress': mailIdentity.from } },
      },
    }),
    ...(collections.arns.length > 0 && { collections: { arn: collections.arns } }),
    mailSecrets: {
      arn: webhookKey.keyArn,
      variable: 'webhookKeyId',
      conditions: allOf('StringEquals', 'kms:EncryptionContextKeys', mailSecretContext),
    },
    ...(parameter !== null && {
      clientSecret: {
        arn: `arn:${partition}:ssm:${region}:${account}:parameter/${parameter.replace(/^\//, '')}`,
      },
    }),
  };
}

/** Returns the bucket as it is granted for lists of objects under prefixes. */
const listsUnder = ({ bucketArn }: Data['bucket'], ...prefixes: string[]): GrantedResource => ({
  arn: bucketArn,
  variable: 'bucketName',
  conditions: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
});

/** Returns the value of each store's variable. */
export const storeValues = (data: Data, queues: Queues) =>
  ({
    tableName: data.table.tableName,
    bucketName: data.bucket.bucketName,
    ...Object.fromEntries(queueNames.map((name) => [`${name}QueueUrl`, queues[name].queue.queueUrl])),
    webhookKeyId: data.webhookKey.keyArn,
    auditKeyId: data.auditKey.keyArn,
    auditBucketName: data.auditBucket.bucketName,
  }) as Readonly<Record<StoreVariable, string>>;

/** Names the stores that the function has a grant on, and adds its other variables. */
function environmentOf(props: ServiceFunctionProps): Record<string, string> {
  const { spec, settings, data, queues, variables } = props;
  const resources = resourcesOf(props);
  const granted = new Set<string | undefined>(
    (Object.keys(spec.grants) as Resource[]).map((resource) => resources[resource]?.variable),
  );
  const values: Partial<Record<EnvironmentName, string>> = {
    ...Object.fromEntries(Object.entries(storeValues(data, queues)).filter(([name]) => granted.has(name))),
    ...(keepsActivity(spec) && { activityDays: String(settings.activityDays) }),
    ...(spec.webhookTargets && { webhookAllowPrivateTargets: String(settings.webhookAllowPrivateTargets) }),
    ...(spec.grants.mailIdentity && {
      mailFrom: settings.mailFrom ?? '',
      mailConfigurationSet: props.mailIdentity?.configurationSet ?? '',
    }),
    ...(spec.makesMail && { mailFrom: settings.mailFrom ?? '' }),
    ...((spec.searches || spec.indexes || spec.marksForSearch) && {
      searchEndpoints: props.collections.endpoints,
    }),
    ...(spec.namesFiles && { filesOrigin: originOfFiles(data) }),
    ...(spec.namesRelease && { release: props.release }),
    ...(spec.keyLife && { longestKeyLifeDays: String(settings.longestKeyLifeDays ?? '') }),
    ...(spec.sessionLife && {
      sessionHours: String(settings.sessionHours),
      sessionIdleHours: String(settings.sessionIdleHours),
    }),
    ...(spec.takesUploads && { maxFileBytes: String(settings.maxFileBytes) }),
    ...quotaVariables(props),
    ...variables,
  };
  return {
    ...(spec.threads !== undefined && { UV_THREADPOOL_SIZE: String(spec.threads) }),
    ...Object.fromEntries(
      (Object.entries(values) as [EnvironmentName, string][]).map(([key, value]) => [
        environmentNames[key],
        value,
      ]),
    ),
  };
}

/** Returns the origin of presigned URLs (Amazon S3, "Virtual hosting of general purpose buckets"). */
function originOfFiles({ bucket }: Data): string {
  const { region, urlSuffix } = Stack.of(bucket);
  return `https://${bucket.bucketName}.s3.${region}.${urlSuffix}`;
}

/** Functions that create entries or record reading progress need ACTIVITY_DAYS for the time to live. */
const keepsActivity = ({ grants: { table } }: FunctionSpec): boolean =>
  table?.['dynamodb:PutItem']?.includes('ACTIVITY#') === true ||
  table?.['dynamodb:UpdateItem']?.includes('READING#') === true;

function quotaVariables({ spec, settings }: ServiceFunctionProps): Partial<Record<EnvironmentName, string>> {
  const { documents, storedBytes, personalDocuments, personalStoredBytes, organizations } = settings.quotas;
  switch (spec.quotas) {
    case 'of storage':
      return {
        quotaDocuments: String(documents),
        quotaStoredBytes: String(storedBytes),
        quotaPersonalDocuments: String(personalDocuments),
        quotaPersonalStoredBytes: String(personalStoredBytes),
      };
    case 'of organizations':
      return { quotaOrganizations: String(organizations) };
    default:
      return {};
  }
}
