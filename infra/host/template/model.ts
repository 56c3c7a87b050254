import type { ResourcePolicyDefinition } from '../iam/access.ts';
import type { Statement } from '../iam/policy.ts';

/** The stack as this machine hosts it: names, ARNs and URLs are resolved, and only what is hosted is left. */
export interface StackDefinition {
  readonly name: string;
  readonly region: string;
  readonly functions: readonly FunctionDefinition[];
  /** Those that functions run in. */
  readonly roles: readonly RoleDefinition[];
  readonly resourcePolicies: readonly ResourcePolicyDefinition[];
  readonly tables: readonly TableDefinition[];
  readonly buckets: readonly BucketDefinition[];
  readonly keys: readonly KeyDefinition[];
  /** Dead-letter queues before the queues that name them. */
  readonly queues: readonly QueueDefinition[];
  readonly eventSources: readonly EventSourceDefinition[];
  readonly schedules: readonly ScheduleDefinition[];
  readonly alarms: readonly AlarmDefinition[];
  readonly compositeAlarms: readonly CompositeAlarmDefinition[];
  readonly logMetrics: readonly LogMetricDefinition[];
  /** Undefined when the template has no REST API. */
  readonly api: ApiDefinition | undefined;
  /** The template's outputs by their keys; those that have no value on this machine are left out. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface FunctionDefinition {
  readonly logicalId: string;
  /** The name of its construct, such as `createDocument`. */
  readonly label: string;
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** The folder that would be zipped and uploaded. */
  readonly assetDirectory: string;
  /** `file.export`, as Lambda takes it. */
  readonly handler: string;
  /** Such as `nodejs24.x`. */
  readonly runtime: string;
  /** The name of its log group, where the template gives it one. */
  readonly logGroup: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
}

/** What a role may do, as far as it is about the stores. */
export interface RoleDefinition {
  readonly name: string;
  readonly arn: string;
  readonly statements: readonly Statement[];
}

export interface TableDefinition {
  readonly name: string;
  readonly arn: string;
  /** The attribute that is the partition key. */
  readonly partitionKey: string;
  /** Those of the indexes, by their names. */
  readonly indexPartitionKeys: Readonly<Record<string, string>>;
  /** The input of DynamoDB's CreateTable. */
  readonly createTable: object;
  /** The inputs of DynamoDB's UpdateTable that add each of its indexes to a table without it. */
  readonly addIndex: ReadonlyMap<string, object>;
  readonly timeToLiveAttribute: string | undefined;
}

export interface CorsRule {
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  readonly maxAgeSeconds: number | undefined;
}

/** A lifecycle rule, as far as it is hosted. */
export interface LifecycleRule {
  /** What the keys of its objects begin with. */
  readonly prefix: string;
  /** The age at which they are removed. Default: they stay */
  readonly expirationDays?: number | undefined;
  /** How long previous versions are kept. Default: for ever */
  readonly noncurrentExpirationDays?: number | undefined;
  /** Whether delete markers go that hide no version any more. Default: they stay */
  readonly removesLoneMarkers?: boolean | undefined;
}

export interface BucketDefinition {
  readonly name: string;
  /** Whether what is replaced or removed is kept as a previous version. */
  readonly isVersioned: boolean;
  readonly lifecycleRules: readonly LifecycleRule[];
  readonly corsRules: readonly CorsRule[];
}

export interface KeyDefinition {
  /** A UUID. */
  readonly id: string;
  readonly arn: string;
  /** A symmetric key for encryption, or a pair of keys for signatures. */
  readonly spec: KeySpec;
}

/** As KMS names them; no others are hosted. */
export type KeySpec = 'SYMMETRIC_DEFAULT' | 'ECC_NIST_P256';

export interface QueueDefinition {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  /** As SQS's CreateQueue takes them: every value a string. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface EventSourceDefinition {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly functionId: string;
  readonly batchSize: number;
  /** How many invocations may overlap. */
  readonly maximumConcurrency: number;
  readonly reportsBatchItemFailures: boolean;
}

export interface ScheduleDefinition {
  readonly logicalId: string;
  readonly ruleArn: string;
  readonly intervalMinutes: number;
  readonly functionId: string;
  /** Whether EventBridge may invoke it, by the function's permissions. */
  readonly mayBeInvoked: boolean;
  /** The target's fixed input; undefined sends the scheduled event. */
  readonly input: string | undefined;
}

export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** A metric's statistic, or an expression over other queries of the same alarm. */
export type MetricQuery =
  | { readonly id: string; readonly metric: Metric; readonly statistic: string }
  | { readonly id: string; readonly expression: string };

export interface AlarmDefinition {
  readonly name: string;
  readonly arn: string;
  readonly description: string;
  readonly comparison:
    | 'GreaterThanOrEqualToThreshold'
    | 'GreaterThanThreshold'
    | 'LessThanThreshold'
    | 'LessThanOrEqualToThreshold';
  readonly threshold: number;
  readonly periodSeconds: number;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly treatMissingData: 'breaching' | 'notBreaching' | 'missing';
  readonly queries: readonly MetricQuery[];
  /** The query that the threshold is for. */
  readonly returned: string;
}

export interface CompositeAlarmDefinition {
  readonly name: string;
  readonly description: string;
  /** Such as `ALARM("arn") AND ALARM("arn")`. */
  readonly rule: string;
}

/** A metric of a field that lines of a log may have. */
export interface LogMetricDefinition {
  readonly logGroup: string;
  readonly field: string;
  readonly metric: Metric;
}

export interface ApiDefinition {
  readonly id: string;
  readonly name: string;
  readonly stage: string;
  readonly binaryMediaTypes: readonly string[];
  /** Answers of this size and more are compressed for clients that ask for it. Undefined: none are */
  readonly minimumCompressionBytes: number | undefined;
  readonly routes: readonly RouteDefinition[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponseDefinition>;
  readonly usageKeys: readonly UsageKeyDefinition[];
}

/** An API key in a usage plan. */
export interface UsageKeyDefinition {
  readonly value: string;
  readonly ratePerSecond: number;
  readonly burst: number;
}

export interface RouteDefinition {
  readonly resourceId: string;
  /** An HTTP method, or `ANY`. */
  readonly method: string;
  /** Such as `/v1/documents/{document_id}`. */
  readonly path: string;
  readonly integration: LambdaIntegration | MockIntegration;
  readonly authorizer: AuthorizerDefinition | undefined;
  /** Whether a request needs a key of a usage plan, which the authorizer names. */
  readonly requiresKey: boolean;
}

export interface AuthorizerDefinition {
  readonly functionId: string;
  /** Whether API Gateway may invoke it, by the template's roles and permissions. */
  readonly mayBeInvoked: boolean;
}

export interface LambdaIntegration {
  readonly type: 'AWS_PROXY';
  readonly functionId: string;
  /** As of an authorizer. */
  readonly mayBeInvoked: boolean;
  readonly timeoutMs: number;
}

/** API Gateway answers by itself. */
export interface MockIntegration {
  readonly type: 'MOCK';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A request from one of these gets it back in `Access-Control-Allow-Origin`, in place of the header's own value. */
  readonly echoedOrigins: readonly string[];
}

export interface GatewayResponseDefinition {
  readonly statusCode: number | undefined;
  /** By media type. */
  readonly templates: Readonly<Record<string, string>>;
  /** `gatewayresponse.header.<name>` to a quoted literal or a `context.` or `method.request.` expression. */
  readonly parameters: Readonly<Record<string, string>>;
}
