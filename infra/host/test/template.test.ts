import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { intervalMinutes } from '../template/workers.ts';
import {
  type AssemblyContent,
  lambdaFunction,
  nestedStack,
  readStackOf as read,
  restApi,
} from './fixture.ts';

/** A stack with a function that has some variables. */
const withWorker = (Variables: Record<string, unknown>, resources: AssemblyContent['resources'] = {}) => ({
  handlers: { Worker: '' },
  resources: { ...resources, Worker: lambdaFunction('Worker', { Environment: { Variables } }) },
});

describe('readStack', () => {
  test("has the functions' environment variables with resolved references", () => {
    const Properties = {
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    };
    const variables = {
      TABLE: { Ref: 'Table' },
      BUCKET: { Ref: 'Bucket' },
      QUEUE: { Ref: 'Queue' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's placeholders
      WHERE: { 'Fn::Sub': '${AWS::Region}/${Queue.Arn}/${!literal}' },
      SECOND: { 'Fn::Select': [1, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Table', 'Arn'] }] }] },
    };
    const { stack, directory } = read(
      withWorker(variables, {
        Table: { Type: 'AWS::DynamoDB::Table', Properties },
        Bucket: { Type: 'AWS::S3::Bucket' },
        Queue: { Type: 'AWS::SQS::Queue' },
      }),
    );

    expect(stack.functions).toEqual([
      {
        logicalId: 'Worker',
        label: 'Worker',
        name: 'Fixture-Worker',
        arn: 'arn:aws:lambda:eu-west-1:000000000000:function:Fixture-Worker',
        roleArn: 'arn:aws:iam::000000000000:role/Fixture-Role',
        assetDirectory: join(directory, 'asset.Worker'),
        handler: 'index.handler',
        runtime: 'nodejs24.x',
        memoryMegabytes: 128,
        timeoutSeconds: 5,
        environment: {
          TABLE: 'Fixture-Table',
          BUCKET: 'fixture-bucket',
          QUEUE: 'http://127.0.0.1:9/000000000000/Fixture-Queue',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: what a literal placeholder leaves
          WHERE: 'eu-west-1/arn:aws:sqs:eu-west-1:000000000000:Fixture-Queue/${literal}',
          SECOND: 'aws',
        },
      },
    ]);
  });

  test.for([{ KeySpec: 'RSA_2048' }])('refuses a key with %j, which is not hosted', (properties) => {
    expect(() => read({ resources: { Key: { Type: 'AWS::KMS::Key', Properties: properties } } })).toThrow(
      /Key \(AWS::KMS::Key\)/,
    );
  });

  test('resolves outputs, except those without a local value', () => {
    const { stack } = read({
      resources: { Queue: { Type: 'AWS::SQS::Queue' }, Pool: { Type: 'AWS::Cognito::UserPool' } },
      outputs: {
        QueueUrl: { Value: { Ref: 'Queue' } },
        QueueArn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Description: 'for operators' },
        Text: { Value: 'as it is' },
        Elsewhere: { Value: { 'Fn::ImportValue': 'another-stack' } },
        PoolArn: { Value: { 'Fn::GetAtt': ['Pool', 'Arn'] } },
        Pool: { Value: { Ref: 'Pool' } },
      },
    });

    expect(stack.outputs).toEqual({
      QueueUrl: 'http://127.0.0.1:9/000000000000/Fixture-Queue',
      QueueArn: 'arn:aws:sqs:eu-west-1:000000000000:Fixture-Queue',
      Text: 'as it is',
    });
  });

  test('refuses a resource type that it neither hosts nor ignores', () => {
    expect(() => read({ resources: { Stream: { Type: 'AWS::Kinesis::Stream' } } })).toThrow(
      /AWS::Kinesis::Stream \(Stream\)/,
    );
  });

  test('refuses a property that would change what an event source does', () => {
    const mapping = { EventSourceArn: 'a', FunctionName: 'f', FilterCriteria: {} };

    expect(() =>
      read({ resources: { Mapping: { Type: 'AWS::Lambda::EventSourceMapping', Properties: mapping } } }),
    ).toThrow(/FilterCriteria of Mapping/);
  });

  test('refuses an authorizer whose results API Gateway would cache', () => {
    const api = restApi({ 'GET /': 'Worker' }, { authorizer: 'Worker' });
    Object.assign(api.ApiAuthorizer?.Properties ?? {}, { AuthorizerResultTtlInSeconds: 300 });

    expect(() => read(withWorker({}, api))).toThrow(/AuthorizerResultTtlInSeconds/);
  });
});

describe('intervalMinutes', () => {
  test('refuses other expressions', () => {
    expect(() => intervalMinutes('cron(0 12 * * ? *)')).toThrow(/cron\(0 12/);
  });
});

describe('nested stacks', () => {
  test.for<[string, AssemblyContent, string]>([
    [
      'a template that is not there',
      { resources: { Workers: nestedStack('Workers') } },
      'has no template of a nested stack',
    ],
    [
      'a type that nobody hosts',
      {
        resources: { Workers: nestedStack('Workers') },
        nested: { Workers: { Resources: { Box: { Type: 'AWS::Nothing::Box' } } } },
      },
      'does not know AWS::Nothing::Box (Workers-Box)',
    ],
  ])('are refused with %s', ([, assembly, message]) => {
    expect(() => read(assembly)).toThrow(message);
  });
});
