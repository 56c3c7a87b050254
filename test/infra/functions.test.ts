import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { otherFunctions } from '../../infra/functions/others.ts';
import { userPoolFunctions } from '../../infra/functions/userPool.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { capitalized, queues } from '../../shared/runtime/stores.ts';
import { functionOf, served, specs, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();
const { functions } = stage;

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

  test("have the properties in the manifest, and those of the API end before API Gateway's limit", () => {
    for (const [name, spec] of specs)
      expect(functions.get(name), name).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: spec.memoryMegabytes ?? 1024,
        Timeout: spec.timeoutSeconds ?? 29,
      });
    for (const name of [...served, 'authorizer'] as const)
      expect(functions.get(name)?.Timeout).toBeLessThanOrEqual(29);
  });

  test('keep their own logs for a month', () => {
    const logs = [...functions.values()].map(({ LoggingConfig }) => JSON.stringify(LoggingConfig));

    expect(new Set(logs).size).toBe(functions.size);
    for (const log of stage.of('AWS::Logs::LogGroup').values())
      expect(log).toMatchObject({ RetentionInDays: 30 });
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

  test('report each failed message, so that only failed messages come again', () => {
    for (const { FunctionResponseTypes } of eventSources)
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  test.for([true, false])('send webhooks to private addresses only with the setting: %s', (allowed) => {
    const variables = [...synthesizeStage({ webhookAllowPrivateTargets: allowed }).variables.values()]
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
    const most = { endUnconfirmed: 300, sealActivity: 60, sweepDue: 60, countUsage: 300 } as const;
    for (const [name, seconds] of Object.entries(most))
      expect(functions.get(name as keyof typeof most)?.Timeout).toBeLessThan(seconds);
  });
});
