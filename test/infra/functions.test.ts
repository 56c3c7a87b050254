import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { polling } from '../../infra/functions/grants.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import type { FunctionSpec } from '../../infra/functions/spec.ts';
import { userPoolFunctions } from '../../infra/functions/userPool.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { pages } from '../../shared/contract/pages.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { capitalized, queueNames, queues } from '../../shared/runtime/stores.ts';
import { functionOf, served, specs, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();
const functions = new Map(
  [...stage.of('AWS::Lambda::Function')].map(([id, properties]) => [
    functionOf(stage.resources.get(id)),
    properties,
  ]),
);

/** A function without variables has no environment. */
const environment = z._default(z.object({ Variables: z.record(z.string(), z.unknown()) }), { Variables: {} });
const eventSource = z.object({
  EventSourceArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  FunctionName: z.object({ Ref: z.string() }),
  BatchSize: z.int(),
  FunctionResponseTypes: z.array(z.string()),
  ScalingConfig: z.object({ MaximumConcurrency: z.int() }),
});

describe('functions', () => {
  test('are the ones in the manifest', () => {
    expect(new Set(functions.keys())).toEqual(
      new Set([...served, ...Object.keys(otherFunctions), ...Object.keys(userPoolFunctions)]),
    );
  });

  test.for([...specs])('%s has the properties in the manifest', ([name, spec]) => {
    expect(functions.get(name)).toMatchObject({
      Description: spec.description,
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: spec.memoryMegabytes ?? 1024,
      Timeout: spec.timeoutSeconds ?? 29,
    });
  });

  test.for([...specs])('%s gets the names of the stores that it may use, and no others', ([name, spec]) => {
    const { Variables } = z.parse(environment, functions.get(name)?.Environment);

    expect(Object.keys(Variables).sort()).toEqual(
      [
        ...(spec.threads ? ['UV_THREADPOOL_SIZE'] : []),
        ...expectedNames(name, spec),
        ...(spec.identityProvider ? providerNames : []),
      ].sort(),
    );
  });

  test('keep their own logs for a month', () => {
    const logs = [...functions.values()].map(({ LoggingConfig }) => JSON.stringify(LoggingConfig));

    expect(new Set(logs).size).toBe(functions.size);
    for (const log of stage.of('AWS::Logs::LogGroup').values())
      expect(log).toMatchObject({ RetentionInDays: 30 });
  });

  test("of the API end before the 29 seconds of API Gateway's limit", () => {
    for (const name of [...served, 'authorizer'] as const)
      expect(functions.get(name)?.Timeout).toBeLessThanOrEqual(29);
  });
});

describe('workers', () => {
  const eventSources = [...stage.of('AWS::Lambda::EventSourceMapping').values()].map((properties) =>
    z.parse(eventSource, properties),
  );

  test('take messages from one queue each; slow files and endpoints have separate ones with their own concurrency', () => {
    const described = eventSources.map(({ EventSourceArn, FunctionName, BatchSize, ScalingConfig }) => [
      stage.resources.get(EventSourceArn['Fn::GetAtt'][0])?.Metadata['aws:cdk:path'].split('/').at(-2),
      functionOf(stage.resources.get(FunctionName.Ref)),
      BatchSize,
      ScalingConfig.MaximumConcurrency,
    ]);

    const rows = Object.entries(queues).map(([name, { consumer, batchSize, maxConcurrency }]) => [
      capitalized(name),
      consumer,
      batchSize,
      maxConcurrency,
    ]);
    expect(described.toSorted()).toEqual(rows.toSorted());
  });

  test.for(queueNames)('may poll the queue %s, and a function may send to it', (name) => {
    const sends = [...specs.values()].some(({ grants }) =>
      grants[`${name}Queue`]?.includes('sqs:SendMessage'),
    );

    expect(specs.get(queues[name].consumer)?.grants[`${name}Queue`]).toEqual(
      expect.arrayContaining([...polling]),
    );
    // No function sends to the queue `mailEvents`, because EventBridge sends the events of SES to it.
    expect(sends).toBe(name !== 'mailEvents');
  });

  test('report each failed message, so that only failed messages come again', () => {
    for (const { FunctionResponseTypes } of eventSources)
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  test("leave most of the account's 1000 concurrent invocations to the API", () => {
    const together = eventSources.reduce(
      (sum, { ScalingConfig }) => sum + ScalingConfig.MaximumConcurrency,
      0,
    );

    expect(together).toBeLessThanOrEqual(300);
  });

  test.for([true, false])('send webhooks to private addresses only with the setting: %s', (allowed) => {
    const variables = [
      ...synthesizeStage({ webhookAllowPrivateTargets: allowed }).of('AWS::Lambda::Function'),
    ]
      .map(([, { Environment }]) => z.parse(environment, Environment).Variables)
      .map((values) => values[environmentNames.webhookAllowPrivateTargets])
      .filter((value) => value !== undefined);

    expect(variables).toEqual([String(allowed), String(allowed), String(allowed)]);
  });

  test('run every minute, or every five for counts, and end before the next run', () => {
    const ofPool = (rule: object) => JSON.stringify(rule).includes('user_pool_id');
    const rules = [...stage.of('AWS::Events::Rule').values()].sort(
      (a, b) => Number(ofPool(a)) - Number(ofPool(b)),
    );
    const expected = { State: 'ENABLED', Targets: [{ Input: '{}' }] };

    expect(rules).toMatchObject([
      { ...expected, ScheduleExpression: 'rate(1 minute)' },
      { ...expected, ScheduleExpression: 'rate(5 minutes)' },
      { ...expected, ScheduleExpression: 'rate(1 minute)' },
      { State: 'ENABLED', ScheduleExpression: 'rate(5 minutes)' },
    ]);
    expect(functions.get('endUnconfirmed')?.Timeout).toBeLessThan(300);
    expect(functions.get('sealActivity')?.Timeout).toBeLessThan(60);
    expect(functions.get('sweepDue')?.Timeout).toBeLessThan(60);
    expect(functions.get('countUsage')?.Timeout).toBeLessThan(300);
  });
});

/** The functions that need the address of the service. */
const presenting = [...served, 'authorizer', 'processVersion', 'recordAccessRequest'] as const;

const { oidcIssuer, oidcClientId, oidcClientSecretParameter } = environmentNames;
const providerNames = [oidcIssuer, oidcClientId, oidcClientSecretParameter];

function expectedNames(
  name: FunctionName,
  {
    grants,
    webhookTargets,
    quotas,
    takesUploads,
    keyLife,
    sessionLife,
    makesMail,
    namesFiles,
    namesRelease,
    searches,
    indexes,
    marksForSearch,
  }: FunctionSpec,
): string[] {
  const { tableName, bucketName, serviceBaseUrl, webhookKeyId, webhookAllowPrivateTargets } =
    environmentNames;
  const { rateLimitRequests, rateLimitCreates, rateLimitSearches } = environmentNames;
  const { rateLimitPersonFactor, rateLimitOrganizationFactor } = environmentNames;
  const { longestKeyLifeDays, staffEmailDomains, staffEmails, filesOrigin } = environmentNames;
  const { pooledUsageKeys, anonymousUsageKeys } = environmentNames;
  const { quotaDocuments, quotaStoredBytes, quotaPersonalDocuments, quotaPersonalStoredBytes } =
    environmentNames;
  const { operatorName, helpUrl, privacyUrl, imprintUrl } = environmentNames;
  const { trustedFrontHeader, trustedFrontSecretSha256, viewerAddressHeader } = environmentNames;
  return [
    ...(namesFiles ? [filesOrigin] : []),
    ...(searches || indexes || marksForSearch ? [environmentNames.searchEndpoints] : []),
    ...(namesRelease ? [environmentNames.release] : []),
    ...(grants.table || grants.listIndex || grants.filterIndex || grants.dueIndex ? [tableName] : []),
    ...(grants.bucket ||
    grants.uploads ||
    grants.direct ||
    grants.payloads ||
    grants.entryPages ||
    grants.pages ||
    grants.texts ||
    grants.stamped
      ? [bucketName]
      : []),
    ...queueNames.flatMap((queue) => (grants[`${queue}Queue`] ? [environmentNames[`${queue}QueueUrl`]] : [])),
    ...(grants.webhookKey || grants.shownSecrets || grants.mailSecrets ? [webhookKeyId] : []),
    ...(grants.auditHeads ? [environmentNames.auditBucketName, environmentNames.auditKeyId] : []),
    ...(grants.table?.['dynamodb:PutItem']?.includes('ACTIVITY#') ||
    grants.table?.['dynamodb:UpdateItem']?.includes('READING#')
      ? [environmentNames.activityDays]
      : []),
    ...(webhookTargets ? [webhookAllowPrivateTargets] : []),
    ...(quotas === 'of storage'
      ? [quotaDocuments, quotaStoredBytes, quotaPersonalDocuments, quotaPersonalStoredBytes]
      : []),
    ...(quotas === 'of organizations' ? [environmentNames.quotaOrganizations] : []),
    ...(keyLife ? [longestKeyLifeDays] : []),
    ...(sessionLife ? [environmentNames.sessionHours, environmentNames.sessionIdleHours] : []),
    ...(makesMail || grants.mailIdentity ? [environmentNames.mailFrom] : []),
    ...(grants.mailIdentity ? [environmentNames.mailConfigurationSet, serviceBaseUrl] : []),
    ...(takesUploads ? [environmentNames.maxFileBytes] : []),
    ...(presenting.some((id) => id === name) ? [serviceBaseUrl] : []),
    ...(allOperations.some(({ id }) => id === name) || ['openApi', 'nowhere', 'guide'].includes(name)
      ? [environmentNames.corsOrigins]
      : []),
    ...(Object.hasOwn(pages, name) ? [operatorName, helpUrl, privacyUrl, imprintUrl] : []),
    ...(name === 'authorizer'
      ? [
          rateLimitRequests,
          rateLimitCreates,
          rateLimitSearches,
          rateLimitPersonFactor,
          rateLimitOrganizationFactor,
          longestKeyLifeDays,
          staffEmailDomains,
          staffEmails,
          pooledUsageKeys,
          anonymousUsageKeys,
          trustedFrontHeader,
          trustedFrontSecretSha256,
          viewerAddressHeader,
        ]
      : []),
  ];
}
