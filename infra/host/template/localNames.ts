import { createHash } from 'node:crypto';
import type { References } from './intrinsics.ts';
import type { Template } from './template.ts';

export const localAccountId = '000000000000';

export const accountRootArn = `arn:aws:iam::${localAccountId}:root`;

/** An OpenID provider in place of a Cognito user pool and its client. */
export interface UserPool {
  readonly issuer: string;
  readonly clientId: string;
}

export interface NamingOptions {
  readonly stackName: string;
  readonly region: string;
  /** The URL of the REST API on this machine. */
  readonly baseUrl: string;
  /** The endpoint of the local SQS; queue URLs begin with it. */
  readonly queueEndpoint: string;
  /** The endpoint of the local OpenSearch Serverless; the URLs of collections begin with it. */
  readonly searchEndpoint: string;
  readonly userPool?: UserPool | undefined;
}

/** The properties with the physical names of resources. */
const nameProperties: Readonly<Record<string, string>> = {
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::CompositeAlarm': 'AlarmName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::OpenSearchServerless::Collection': 'Name',
  'AWS::OpenSearchServerless::CollectionGroup': 'Name',
  'AWS::Events::Rule': 'Name',
};

/** Physical names, ARNs and URLs of a stack's resources on this machine. */
export class LocalNames implements References {
  readonly #template: Template;
  readonly #options: NamingOptions;
  #apiAddress: RegExp | undefined;

  constructor(template: Template, options: NamingOptions) {
    this.#template = template;
    this.#options = options;
  }

  ref(name: string): string | undefined {
    const { region, stackName } = this.#options;
    const pseudoParameters: Readonly<Record<string, string>> = {
      'AWS::AccountId': localAccountId,
      'AWS::Partition': 'aws',
      'AWS::Region': region,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${localAccountId}:stack/${stackName}/local`,
      'AWS::StackName': stackName,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    const pseudo = pseudoParameters[name];
    if (pseudo !== undefined) return pseudo;
    const parameter = this.#template.Parameters?.[name];
    if (parameter) return String(parameter.Default ?? '');
    switch (this.#template.Resources[name]?.Type) {
      case undefined:
        return undefined;
      case 'AWS::SQS::Queue':
        return this.queueUrl(name);
      case 'AWS::KMS::Key':
        return this.keyId(name);
      case 'AWS::OpenSearchServerless::Collection':
        return this.collectionId(name);
      case 'AWS::ApiGateway::RestApi':
        return name.toLowerCase();
      case 'AWS::Cognito::UserPoolClient':
        return this.#options.userPool?.clientId ?? this.physicalName(name);
      case 'AWS::ApiGateway::Stage':
        return this.#given(name, 'StageName') ?? 'local';
      case 'AWS::ApiGateway::Resource':
      case 'AWS::ApiGateway::Authorizer':
        return name;
      default:
        return this.physicalName(name);
    }
  }

  attribute(logicalId: string, attribute: string): string | undefined {
    const type = this.#template.Resources[logicalId]?.Type;
    const { region: home, userPool } = this.#options;
    const arn = (service: string, resource: string, region = home, account = localAccountId) =>
      `arn:aws:${service}:${region}:${account}:${resource}`;
    switch (`${type}.${attribute}`) {
      case 'AWS::Lambda::Function.Arn':
        return arn('lambda', `function:${this.physicalName(logicalId)}`);
      case 'AWS::DynamoDB::Table.Arn':
        return arn('dynamodb', `table/${this.physicalName(logicalId)}`);
      case 'AWS::S3::Bucket.Arn':
        return arn('s3', this.physicalName(logicalId), '', '');
      case 'AWS::SQS::Queue.Arn':
        return arn('sqs', this.physicalName(logicalId));
      case 'AWS::SQS::Queue.QueueName':
        return this.physicalName(logicalId);
      case 'AWS::SQS::Queue.QueueUrl':
        return this.queueUrl(logicalId);
      case 'AWS::KMS::Key.Arn':
        return arn('kms', `key/${this.keyId(logicalId)}`);
      case 'AWS::KMS::Key.KeyId':
        return this.keyId(logicalId);
      case 'AWS::OpenSearchServerless::Collection.Arn':
        return arn('aoss', `collection/${this.collectionId(logicalId)}`);
      case 'AWS::OpenSearchServerless::Collection.CollectionEndpoint':
        return `${this.#options.searchEndpoint}/${this.collectionId(logicalId)}`;
      case 'AWS::OpenSearchServerless::Collection.Id':
        return this.collectionId(logicalId);
      case 'AWS::Cognito::UserPool.Arn':
        return arn('cognito-idp', `userpool/${this.physicalName(logicalId)}`);
      case 'AWS::Cognito::UserPool.ProviderURL':
        return (
          userPool?.issuer ?? `https://cognito-idp.${home}.amazonaws.com/${this.physicalName(logicalId)}`
        );
      case 'AWS::CloudWatch::Alarm.Arn':
        return arn('cloudwatch', `alarm:${this.physicalName(logicalId)}`);
      case 'AWS::IAM::Role.Arn':
        return `arn:aws:iam::${localAccountId}:role/${this.physicalName(logicalId)}`;
      case 'AWS::Events::Rule.Arn':
        return arn('events', `rule/${this.physicalName(logicalId)}`);
      case 'AWS::ApiGateway::RestApi.RootResourceId':
        return `${logicalId}/`;
      case 'AWS::ApiGateway::ApiKey.APIKeyId':
      case 'AWS::ApiGateway::UsagePlan.Id':
        return logicalId;
      default:
        return undefined;
    }
  }

  /** Replaces API Gateway's URL of the REST API in a text with its URL on this machine. */
  withOwnAddress(text: string): string {
    this.#apiAddress ??= this.#addressOfApi();
    return text.replaceAll(this.#apiAddress, this.#options.baseUrl);
  }

  /** Returns a pattern for API Gateway's URL of the REST API. It matches nothing if there is no REST API. */
  #addressOfApi(): RegExp {
    const logicalIdOf = (type: string) =>
      Object.entries(this.#template.Resources).find(([, resource]) => resource.Type === type)?.[0];
    const api = logicalIdOf('AWS::ApiGateway::RestApi');
    const stage = logicalIdOf('AWS::ApiGateway::Stage');
    if (api === undefined) return /(?!)/g;
    const host = `${this.ref(api)}\\.execute-api\\.${this.#options.region}\\.amazonaws\\.com`;
    const path = stage === undefined ? '' : `(/${this.ref(stage)}\\b)?`;
    return new RegExp(`https://${host}${path}`, 'g');
  }

  /**
   * Returns the name of a resource in the template. For a resource without a name there, derives the name from the logical id, as
   * CloudFormation does.
   */
  physicalName(logicalId: string): string {
    const type = this.#template.Resources[logicalId]?.Type;
    const property = nameProperties[type ?? ''];
    const name = (property && this.#given(logicalId, property)) ?? `${this.#options.stackName}-${logicalId}`;
    return type === 'AWS::S3::Bucket' ? name.toLowerCase().slice(0, 63) : name;
  }

  /** Returns the name of a resource's construct in the code; the logical id if the template does not have that name. */
  label(logicalId: string): string {
    const path = this.#template.Resources[logicalId]?.Metadata?.['aws:cdk:path'] ?? logicalId;
    const named = path.split('/').filter((part) => part !== 'Function' && part !== 'Resource');
    return named.at(-1)?.replace(/Function$/, '') ?? logicalId;
  }

  queueUrl(logicalId: string): string {
    return `${this.#options.queueEndpoint}/${localAccountId}/${this.physicalName(logicalId)}`;
  }

  /** Returns the ARN of the queue that a URL names. */
  queueArn(queueUrl: string): string {
    return `arn:aws:sqs:${this.#options.region}:${localAccountId}:${queueUrl.split('/').at(-1)}`;
  }

  /** Returns the id of a KMS key: a UUID, as on AWS. The id is the same at every start. */
  keyId(logicalId: string): string {
    const digest = createHash('sha256').update(this.physicalName(logicalId)).digest('hex');
    // RFC 9562, section 5.8: version 8 is for custom formats.
    return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  }

  /** Returns the id of a collection: 20 letters and digits, as on AWS. The id is the same at every start. */
  collectionId(logicalId: string): string {
    return createHash('sha256').update(this.physicalName(logicalId)).digest('hex').slice(0, 20);
  }

  #given(logicalId: string, property: string): string | undefined {
    const value = this.#template.Resources[logicalId]?.Properties?.[property];
    return typeof value === 'string' ? value : undefined;
  }
}
