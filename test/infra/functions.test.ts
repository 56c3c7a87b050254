import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type FunctionName, type Grants, otherFunctions } from '../../infra/functions.ts';
import { environmentNames } from '../../shared/environment.ts';
import { functionOf, served, specs, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage({ alarmEmail: 'operations@example.com' });
const functions = new Map(
  [...stage.of('AWS::Lambda::Function')].map(([id, properties]) => [
    functionOf(stage.resources.get(id)),
    properties,
  ]),
);

describe('functions', () => {
  test('are those of the manifest', () => {
    expect(new Set(functions.keys())).toEqual(new Set([...served, ...Object.keys(otherFunctions)]));
  });

  test.each([...specs])('%s runs as the manifest says', (name, spec) => {
    expect(functions.get(name)).toMatchObject({
      Description: spec.description,
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: spec.memoryMegabytes ?? 1024,
      Timeout: spec.timeoutSeconds ?? 29,
      TracingConfig: { Mode: 'Active' },
    });
  });

  test.each([...specs])(
    '%s is told of the stores it may use, and of no others',
    (name, { grants, identityProvider }) => {
      const { Variables } = z.parse(
        z.object({ Variables: z.record(z.string(), z.unknown()) }),
        functions.get(name)?.Environment,
      );

      expect(Object.keys(Variables).sort()).toEqual(
        [
          'POWERTOOLS_SERVICE_NAME',
          ...expectedNames(name, grants),
          ...(identityProvider ? providerNames : []),
        ].sort(),
      );
    },
  );

  test('keep their logs for a month, each in its own', () => {
    const logs = [...functions.values()].map(({ LoggingConfig }) => JSON.stringify(LoggingConfig));

    expect(new Set(logs).size).toBe(functions.size);
    for (const log of stage.of('AWS::Logs::LogGroup').values())
      expect(log).toMatchObject({ RetentionInDays: 30 });
  });

  test('of the API answer within the 29 seconds that API Gateway waits', () => {
    for (const name of [...served, 'authorizer'] as const)
      expect(functions.get(name)?.Timeout).toBeLessThanOrEqual(29);
  });
});

describe('workers', () => {
  test('take one message at a time and report each that failed', () => {
    expect([...stage.of('AWS::Lambda::EventSourceMapping').values()]).toMatchObject([
      {
        BatchSize: 1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 10 },
      },
    ]);
  });

  test('look for due work every minute, and are done before the next', () => {
    expect([...stage.of('AWS::Events::Rule').values()]).toMatchObject([
      { ScheduleExpression: 'rate(1 minute)', State: 'ENABLED', Targets: [{ Input: '{}' }] },
    ]);
    expect(functions.get('sweepDue')?.Timeout).toBeLessThan(60);
  });
});

describe('alarms', () => {
  const alarms = [...stage.of('AWS::CloudWatch::Alarm').values()];

  test('watch what people would notice', () => {
    const metrics = alarms.map(({ MetricName }) => MetricName);

    expect(metrics.sort()).toEqual([
      '5XXError',
      'ApproximateAgeOfOldestMessage',
      'ApproximateNumberOfMessagesVisible',
      'Errors',
      'Errors',
      'Errors',
    ]);
  });

  test('say what they mean and what to do', () => {
    for (const { AlarmDescription } of alarms)
      expect(AlarmDescription).toMatch(/^[A-Z].{40,}\n\nWhat to do: .{40,}\.$/s);
  });

  test('are sent to the address in the settings, if there is one', () => {
    const [[topic] = []] = stage.of('AWS::SNS::Topic');

    for (const alarm of alarms) expect(alarm.AlarmActions).toEqual([{ Ref: topic }]);
    expect([...stage.of('AWS::SNS::Subscription').values()]).toMatchObject([
      { Protocol: 'email', Endpoint: 'operations@example.com', TopicArn: { Ref: topic } },
    ]);

    const silent = synthesizeStage();
    expect(silent.of('AWS::SNS::Topic').size).toBe(0);
    expect(silent.of('AWS::CloudWatch::Alarm').size).toBe(alarms.length);
    for (const alarm of silent.of('AWS::CloudWatch::Alarm').values())
      expect(alarm).not.toHaveProperty('AlarmActions');
  });
});

test('the template holds nothing but what the service is made of', () => {
  const types = new Set([...synthesizeStage().resources.values()].map(({ Type }) => Type));

  expect([...types].sort()).toEqual([
    'AWS::ApiGateway::Account',
    'AWS::ApiGateway::ApiKey',
    'AWS::ApiGateway::Authorizer',
    'AWS::ApiGateway::Deployment',
    'AWS::ApiGateway::GatewayResponse',
    'AWS::ApiGateway::Method',
    'AWS::ApiGateway::Resource',
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGateway::Stage',
    'AWS::ApiGateway::UsagePlan',
    'AWS::ApiGateway::UsagePlanKey',
    'AWS::CloudWatch::Alarm',
    'AWS::Cognito::UserPool',
    'AWS::Cognito::UserPoolClient',
    'AWS::Cognito::UserPoolDomain',
    'AWS::DynamoDB::Table',
    'AWS::Events::Rule',
    'AWS::IAM::Policy',
    'AWS::IAM::Role',
    'AWS::Lambda::EventInvokeConfig',
    'AWS::Lambda::EventSourceMapping',
    'AWS::Lambda::Function',
    'AWS::Lambda::Permission',
    'AWS::Logs::LogGroup',
    'AWS::S3::Bucket',
    'AWS::S3::BucketPolicy',
    'AWS::SQS::Queue',
    'AWS::SQS::QueuePolicy',
  ]);
});

const { oidcIssuer, oidcClientId, oidcClientSecretParameter } = environmentNames;
const providerNames = [oidcIssuer, oidcClientId, oidcClientSecretParameter];

function expectedNames(name: FunctionName, grants: Grants): string[] {
  const { tableName, bucketName, processingQueueUrl, serviceBaseUrl } = environmentNames;
  const { rateLimitRequests, rateLimitCreates, staffEmailDomains, pooledUsageKeys } = environmentNames;
  return [
    ...(grants.table || grants.listIndex || grants.dueIndex ? [tableName] : []),
    ...(grants.bucket || grants.uploads || grants.payloads || grants.entryPages ? [bucketName] : []),
    ...(grants.processingQueue ? [processingQueueUrl] : []),
    ...(served.some((id) => id === name) || name === 'authorizer' ? [serviceBaseUrl] : []),
    ...(name === 'authorizer'
      ? [rateLimitRequests, rateLimitCreates, staffEmailDomains, pooledUsageKeys]
      : []),
  ];
}
