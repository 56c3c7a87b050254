import { describe, expect, test } from 'vitest';
import { otherFunctions } from '../../infra/functions/others.ts';
import type { StageSettings } from '../../infra/stage/settings.ts';
import { served, synthesizeStage } from './synthesized.ts';

/** Returns the settings of logs and traces in a stage. */
function observed(settings: Partial<StageSettings>) {
  const stage = synthesizeStage(settings);
  const functions = [...stage.functions];
  const traced = functions.filter(([, { TracingConfig }]) => TracingConfig !== undefined);
  return {
    rules: [...stage.of('AWS::XRay::SamplingRule').values()],
    stages: [...stage.of('AWS::ApiGateway::Stage').values()],
    traced: new Set(traced.map(([name]) => name)),
    logging: functions.map(([, { LoggingConfig }]) => LoggingConfig),
  };
}

const requestFunctions = new Set([...served, 'authorizer']);
const workers = Object.keys(otherFunctions).filter((name) => name !== 'authorizer');

describe('traces', () => {
  test('are taken of a twentieth of requests by default, and not of workers', () => {
    const { rules, stages, traced } = observed({});

    expect(rules).toMatchObject([
      {
        SamplingRule: {
          RuleName: 'documents-test',
          FixedRate: 0.05,
          ReservoirSize: 0,
          ServiceName: 'DocumentGovernance-test/test',
          ServiceType: 'AWS::ApiGateway::Stage',
        },
      },
    ]);
    expect(stages).toMatchObject([{ TracingEnabled: true }]);
    expect(traced).toEqual(requestFunctions);
    for (const worker of workers) expect(traced).not.toContain(worker);
  });

  test('can be taken of all requests, or of none', () => {
    expect(observed({ traceSampling: 1 }).rules).toMatchObject([{ SamplingRule: { FixedRate: 1 } }]);

    const { rules, stages, traced } = observed({ traceSampling: 0 });
    expect(rules).toEqual([]);
    expect(stages).toMatchObject([{ TracingEnabled: false }]);
    expect(traced).toEqual(new Set());
  });

  test('have a valid name for X-Ray, also for the longest stage name', () => {
    const [rule] = observed({ stage: 'a'.repeat(20) }).rules;

    expect(JSON.stringify(rule)).toMatch(/"RuleName":"[^"]{1,32}"/);
    expect(JSON.stringify(rule)).toMatch(/"ServiceName":"[^"]{1,64}"/);
  });
});

describe('logs', () => {
  test('have all lines of the service by default, because they say who read what', () => {
    for (const logging of observed({}).logging)
      expect(logging).toMatchObject({
        LogFormat: 'JSON',
        ApplicationLogLevel: 'INFO',
        SystemLogLevel: 'WARN',
      });
  });

  test('can have only warnings of functions, and all lines of Lambda', () => {
    for (const logging of observed({ logLevel: 'warn', platformLogs: true }).logging)
      expect(logging).toMatchObject({ ApplicationLogLevel: 'WARN', SystemLogLevel: 'INFO' });
  });
});
