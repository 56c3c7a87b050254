import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { dueIndex, filterIndex, listIndex } from '../shared/data/table.ts';
import { type EnvironmentName, environmentNames } from '../shared/environment.ts';
import { auditHeadPrefix, objectPrefixes } from '../shared/files/prefixes.ts';
import { secretContext, shownSecretContext } from '../shared/webhooks/secretContext.ts';
import type { Data } from './data.ts';
import type { FunctionName } from './functions/manifest.ts';
import { type FunctionSpec, memoryMegabytesDefault, timeoutSecondsDefault } from './functions/spec.ts';
import { type Granted, grantedOn, type Resource } from './grants.ts';
import type { Queues } from './queues.ts';
import { retentionOf } from './retention.ts';
import type { StageSettings } from './settings.ts';

/** The context that all functions of a stack share. */
export interface FunctionContext {
  readonly settings: StageSettings;
  readonly data: Data;
  readonly queues: Queues;
  /** The bundles, by function. */
  readonly directories: ReadonlyMap<FunctionName, string>;
  /** Whether bundles are named by their folders instead of by what is in them. */
  readonly unhashed: boolean;
}

export interface ServiceFunctionProps extends FunctionContext {
  readonly name: FunctionName;
  readonly spec: FunctionSpec;
  /** Variables besides the names of its stores. Default: none */
  readonly variables?: Partial<Record<EnvironmentName, string>>;
  /** It serves requests, and takes part in the traces of those that are sampled. Default: it does not */
  readonly servesRequests?: true;
  /** The executions at once that are kept for the function, and that it cannot exceed. Default: none are */
  readonly reservedConcurrency?: number;
}

/** One Lambda function with a log, a role of its own, and in that role nothing but its manifest entry's grants. */
export class ServiceFunction extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { name, spec, settings } = props;
    const directory = props.directories.get(name);
    if (!directory) throw new Error(`The function ${name} has no bundle`);

    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: logs.RetentionDays.ONE_MONTH,
      removalPolicy: retentionOf(settings),
    });
    const isTraced = props.servesRequests && settings.traceSampling > 0;
    // A role made here: the one CDK would make carries AWSLambdaBasicExecutionRole, which may write to every log.
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      // In the role itself: a policy beside it would be one more resource for each function.
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
      // Without it, CDK would add a policy for traces.
      role: role.withoutPolicyUpdates(),
      logGroup,
      // Only with this format can Lambda leave out lines. The service's own are JSON objects in either.
      loggingFormat: lambda.LoggingFormat.JSON,
      applicationLogLevelV2:
        settings.logLevel === 'warn' ? lambda.ApplicationLogLevel.WARN : lambda.ApplicationLogLevel.INFO,
      systemLogLevelV2: settings.platformLogs ? lambda.SystemLogLevel.INFO : lambda.SystemLogLevel.WARN,
      // Follows one request through API Gateway, authorizer and handler, cold starts included, by its request id. A worker would
      // begin a trace of its own with every message, by a rate that cannot be set, and with nothing in it but itself.
      ...(isTraced && { tracing: lambda.Tracing.ACTIVE }),
    });
  }
}

/** AWS X-Ray has no resources to name for these. */
const tracing = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];

/** Returns a statement for each action that a function is granted on a store. */
const statementsOf = (props: ServiceFunctionProps): iam.PolicyStatement[] =>
  (Object.keys(props.spec.grants) as Resource[]).flatMap((resource) =>
    arnsOf(resource, props).flatMap((arn) =>
      grantedOn(resource, props.spec.grants).map(
        (granted) => new iam.PolicyStatement({ ...statementOf(resource, granted), resources: [arn] }),
      ),
    ),
  );

/** Returns the statement that grants a function an action on a store. */
const statementOf = (resource: Resource, { action, partitions }: Granted): iam.PolicyStatementProps => ({
  actions: [action],
  conditions: partitions
    ? allOf(
        'StringLike',
        'dynamodb:LeadingKeys',
        partitions.map((partition) => `${partition}*`),
      )
    : (conditionsOn[resource] ?? {}),
});

/** Demands of a request that it has values for a key, and no others than these: `ForAllValues` is true of no values at all. */
const allOf = (operator: 'StringLike' | 'StringEquals', key: string, values: readonly string[]) => ({
  [`ForAllValues:${operator}`]: { [key]: values },
  Null: { [key]: 'false' },
});

/** Further conditions on all of a store's actions. */
const conditionsOn: Partial<Record<Resource, iam.Conditions>> = {
  // A secret is encrypted for its endpoint, and decrypted as that endpoint's.
  webhookKey: allOf('StringEquals', 'kms:EncryptionContextKeys', secretContext),
  // Who answers with a secret again reads those of answers, and none that signs deliveries.
  shownSecrets: allOf('StringEquals', 'kms:EncryptionContextKeys', shownSecretContext),
  bucket: {
    StringLike: { 's3:prefix': [`${objectPrefixes.uploads}*`, `${objectPrefixes.direct}*`] },
  },
};

/** Returns one ARN, or none on a stage that does without the resource. */
function arnsOf(resource: Resource, context: FunctionContext): string[] {
  if (resource !== 'clientSecret') return [arnOf(resource, context)];
  const parameter = context.settings.identityProvider?.clientSecretParameter ?? null;
  if (parameter === null) return [];
  const { partition, region, account } = Stack.of(context.data);
  return [`arn:${partition}:ssm:${region}:${account}:parameter/${parameter.replace(/^\//, '')}`];
}

function arnOf(resource: Exclude<Resource, 'clientSecret'>, { data, queues }: FunctionContext): string {
  switch (resource) {
    case 'table':
      return data.table.tableArn;
    case 'listIndex':
      return `${data.table.tableArn}/index/${listIndex.name}`;
    case 'dueIndex':
      return `${data.table.tableArn}/index/${dueIndex.name}`;
    case 'filterIndex':
      return `${data.table.tableArn}/index/${filterIndex.name}`;
    case 'bucket':
      return data.bucket.bucketArn;
    case 'processingQueue':
      return queues.processing.queue.queueArn;
    case 'slowProcessingQueue':
      return queues.slowProcessing.queue.queueArn;
    case 'eventsQueue':
      return queues.events.queue.queueArn;
    case 'deliveriesQueue':
      return queues.deliveries.queue.queueArn;
    case 'slowDeliveriesQueue':
      return queues.slowDeliveries.queue.queueArn;
    case 'removalsQueue':
      return queues.removals.queue.queueArn;
    case 'preparationsQueue':
      return queues.preparations.queue.queueArn;
    case 'auditHeads':
      return data.auditBucket.arnForObjects(`${auditHeadPrefix}*`);
    case 'webhookKey':
    case 'shownSecrets':
      return data.webhookKey.keyArn;
    default:
      return data.bucket.arnForObjects(`${objectPrefixes[resource]}*`);
  }
}

const ofBucket = ['uploads', 'direct', 'payloads', 'entryPages', 'pages', 'stamped', 'bucket'] as const;

/** Names the stores that the function has a grant on, and adds its other variables. */
function environmentOf(props: ServiceFunctionProps): Record<string, string> {
  const { spec, settings, data, queues, variables } = props;
  const { grants } = spec;
  const values: Partial<Record<EnvironmentName, string>> = {
    ...((grants.table || grants.listIndex || grants.filterIndex || grants.dueIndex) && {
      tableName: data.table.tableName,
    }),
    ...(ofBucket.some((resource) => grants[resource]) && { bucketName: data.bucket.bucketName }),
    ...(grants.processingQueue && { processingQueueUrl: queues.processing.queue.queueUrl }),
    ...(grants.slowProcessingQueue && { slowProcessingQueueUrl: queues.slowProcessing.queue.queueUrl }),
    ...(grants.eventsQueue && { eventsQueueUrl: queues.events.queue.queueUrl }),
    ...(grants.deliveriesQueue && { deliveriesQueueUrl: queues.deliveries.queue.queueUrl }),
    ...(grants.slowDeliveriesQueue && { slowDeliveriesQueueUrl: queues.slowDeliveries.queue.queueUrl }),
    ...(grants.removalsQueue && { removalsQueueUrl: queues.removals.queue.queueUrl }),
    ...(grants.preparationsQueue && { preparationsQueueUrl: queues.preparations.queue.queueUrl }),
    ...((grants.webhookKey || grants.shownSecrets) && { webhookKeyId: data.webhookKey.keyArn }),
    ...(keepsActivity(spec) && { activityDays: String(settings.activityDays) }),
    ...(grants.auditHeads && { auditBucketName: data.auditBucket.bucketName }),
    ...(spec.webhookTargets && { webhookAllowPrivateTargets: String(settings.webhookAllowPrivateTargets) }),
    ...(spec.keyLife && { longestKeyLifeDays: String(settings.longestKeyLifeDays ?? '') }),
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

/** Functions that make entries, and those that note how far readers got, need ACTIVITY_DAYS for the time to live. */
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
