import { describe, expect, test } from 'vitest';
import { otherFunctions } from '../../infra/functions/others.ts';
import type { StageSettings } from '../../infra/stage/settings.ts';
import { served, synthesizeStage } from './synthesized.ts';

/** Returns what a stage with these settings logs and traces. */
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
  test('are of a twentieth of requests by default, and not of work behind the queues', () => {
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

  test('can be of all requests, or of none', () => {
    expect(observed({ traceSampling: 1 }).rules).toMatchObject([{ SamplingRule: { FixedRate: 1 } }]);

    const { rules, stages, traced } = observed({ traceSampling: 0 });
    expect(rules).toEqual([]);
    expect(stages).toMatchObject([{ TracingEnabled: false }]);
    expect(traced).toEqual(new Set());
  });

  test('have a name that X-Ray takes, of the longest stage as well', () => {
    const [rule] = observed({ stage: 'a'.repeat(20) }).rules;

    expect(JSON.stringify(rule)).toMatch(/"RuleName":"[^"]{1,32}"/);
    expect(JSON.stringify(rule)).toMatch(/"ServiceName":"[^"]{1,64}"/);
  });
});

describe('logs', () => {
  test("have every line of the service's own by default: they say who read what", () => {
    for (const logging of observed({}).logging)
      expect(logging).toMatchObject({
        LogFormat: 'JSON',
        ApplicationLogLevel: 'INFO',
        SystemLogLevel: 'WARN',
      });
  });

  test("can be without the lines of what went well, and with Lambda's", () => {
    for (const logging of observed({ logLevel: 'warn', platformLogs: true }).logging)
      expect(logging).toMatchObject({ ApplicationLogLevel: 'WARN', SystemLogLevel: 'INFO' });
  });
});
