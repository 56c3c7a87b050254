import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readStack, type StackOptions } from '../template/stack.ts';
import { directoryOfTest } from './ownDirectory.ts';

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/** A function resource. Its code is in `handlers` under the same name. */
export const lambdaFunction = (name: string, properties: Record<string, unknown> = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'assets', S3Key: `${name}.zip` },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    MemorySize: 128,
    Timeout: 5,
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    ...properties,
  },
});

/** A policy of the role in which all functions run. */
export const rolePolicy = (...statements: readonly object[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyDocument: { Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) },
    Roles: [{ Ref: 'Role' }],
  },
});

/** A template of a stack that is nested in another. */
interface NestedTemplate {
  Parameters?: Record<string, { Type: string; Default?: string }>;
  Resources: Resources;
  Outputs?: Record<string, { Value: unknown }>;
}

/** A nested stack. Its template is in `nested` under the same name. */
export const nestedStack = (name: string, parameters: Record<string, unknown> = {}) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: {
    TemplateURL: { 'Fn::Join': ['', ['https://s3.', { Ref: 'AWS::URLSuffix' }, `/assets/${name}.json`]] },
    Parameters: parameters,
  },
});

export interface AssemblyContent {
  resources: Resources;
  nested?: Record<string, NestedTemplate>;
  /** CommonJS modules that export `handler`. */
  handlers?: Record<string, string>;
  outputs?: Record<string, { Value: unknown; Description?: string }>;
}

/** Reads the stack of an assembly that is written for the test that is running. */
export function readStackOf(content: AssemblyContent, options: Partial<StackOptions> = {}) {
  const directory = directoryOfTest();
  const stack = readStack(writeAssembly(directory, content), {
    region: 'eu-west-1',
    baseUrl: 'http://localhost:8',
    queueEndpoint: 'http://127.0.0.1:9',
    searchEndpoint: 'http://127.0.0.1:10',
    ...options,
  });
  return { stack, directory };
}

/** Writes a cloud assembly with one stack, called Fixture. */
export function writeAssembly(
  directory: string,
  { resources, nested = {}, handlers = {}, outputs = {} }: AssemblyContent,
): string {
  mkdirSync(directory, { recursive: true });
  const files: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(handlers)) {
    mkdirSync(join(directory, `asset.${name}`), { recursive: true });
    writeFileSync(join(directory, `asset.${name}`, 'index.cjs'), source);
    files[name] = {
      source: { path: `asset.${name}`, packaging: 'zip' },
      destinations: { current: { bucketName: 'assets', objectKey: `${name}.zip` } },
    };
  }
  const write = (name: string, content: unknown) =>
    writeFileSync(join(directory, name), JSON.stringify(content));
  for (const [name, template] of Object.entries(nested)) {
    write(`${name}.nested.template.json`, template);
    files[name] = {
      source: { path: `${name}.nested.template.json`, packaging: 'file' },
      destinations: { current: { bucketName: 'assets', objectKey: `${name}.json` } },
    };
  }
  write('Fixture.assets.json', { files });
  write('Fixture.template.json', {
    Parameters: { BootstrapVersion: { Type: 'String', Default: '/cdk-bootstrap' } },
    Resources: { Role: { Type: 'AWS::IAM::Role' }, ...resources },
    Outputs: outputs,
  });
  write('manifest.json', {
    artifacts: {
      'Fixture.assets': { type: 'cdk:asset-manifest', properties: { file: 'Fixture.assets.json' } },
      Fixture: {
        type: 'aws:cloudformation:stack',
        properties: { templateFile: 'Fixture.template.json', stackName: 'Fixture' },
      },
    },
  });
  return directory;
}

const invocationUri = (functionId: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [functionId, 'Arn'] },
      '/invocations',
    ],
  ],
});

export const gatewayResponse = (type: string, properties: Record<string, unknown>) => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: { RestApiId: { Ref: 'Api' }, ResponseType: type, ...properties },
});

/** A REST API with routes such as `GET /path`, each with its function's logical id. If an authorizer is named, all routes use it. */
export function restApi(
  routes: Record<string, string>,
  { authorizer, binaryMediaTypes = [] }: { authorizer?: string; binaryMediaTypes?: string[] } = {},
): Resources {
  const resources: Resources = {
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Name: 'api',
        BinaryMediaTypes: binaryMediaTypes,
      },
    },
    Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'test' } },
  };
  if (authorizer)
    resources.ApiAuthorizer = {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        Type: 'REQUEST',
        AuthorizerResultTtlInSeconds: 0,
        AuthorizerUri: invocationUri(authorizer),
      },
    };
  for (const [route, functionId] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ');
    resources[`Method${Object.keys(resources).length}`] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        HttpMethod: method,
        ResourceId: resourceFor(resources, path),
        ...(authorizer && { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'ApiAuthorizer' } }),
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invocationUri(functionId) },
      },
    };
  }
  for (const functionId of new Set([...Object.values(routes), ...(authorizer ? [authorizer] : [])]))
    resources[`${functionId}Permission`] = permission(functionId, 'apigateway.amazonaws.com');
  return resources;
}

/** Lets a service of AWS invoke a function. */
export const permission = (functionId: string, Principal: string, more: Record<string, unknown> = {}) => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { 'Fn::GetAtt': [functionId, 'Arn'] },
    Principal,
    ...more,
  },
});

function resourceFor(resources: Resources, path: string): unknown {
  if (path === '' || path === '/') return { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
  const slash = path.lastIndexOf('/');
  const id = `Resource${Buffer.from(path).toString('hex')}`;
  resources[id] ??= {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { ParentId: resourceFor(resources, path.slice(0, slash)), PathPart: path.slice(slash + 1) },
  };
  return { Ref: id };
}

/** Calls `look` until it finds something. Gives up after ten seconds. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 10_000; Date.now() < end; await delay(20)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error('It did not happen within ten seconds.');
}
