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

/** Everything that can be observed, in a stage with the longest name. */
const much = {
  stage: 'a'.repeat(20),
  traceSampling: 1,
  platformLogs: true,
  logDays: 365,
  tags: { team: 'docs' },
} as const;
const most = observed(much);
const least = observed({ traceSampling: 0, logLevel: 'warn' });

test('traces are taken of a twentieth of requests by default, and not of workers', () => {
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
  expect([least.rules, least.traced]).toEqual([[], new Set()]);
  for (const worker of workers) expect(traced).not.toContain(worker);
});

describe('logs', () => {
  test('have all lines by default, or only warnings of functions, or all lines of Lambda', () => {
    const levels = ({ logging }: typeof most) =>
      logging.map((one) => Object.values(one as object).filter((value) => /^[A-Z]+$/.test(String(value))));
    const all = (...words: string[]) => most.logging.map(() => expect.arrayContaining(words));

    expect(levels(observed({}))).toEqual(all('JSON', 'INFO', 'WARN'));
    expect(levels(least)).toEqual(all('JSON', 'WARN'));
    expect(levels(most)).toEqual(all('JSON', 'INFO'));
  });

  test('are kept for the days of the setting, and all resources have the tags', () => {
    const lives = (settings: Partial<StageSettings>) =>
      new Set(
        [...synthesizeStage(settings).of('AWS::Logs::LogGroup').values()].map(
          ({ RetentionInDays }) => RetentionInDays,
        ),
      );
    expect([lives({}), lives(much)]).toEqual([new Set([30]), new Set([365])]);

    const tagged = synthesizeStage(much);
    const tables = [...tagged.of('AWS::DynamoDB::Table').values()];
    const functions = [...tagged.of('AWS::Lambda::Function').values()];
    expect(functions.length).toBeGreaterThan(50);
    for (const { Tags } of [...functions, ...tagged.of('AWS::KMS::Key').values()])
      expect(Tags).toContainEqual({ Key: 'team', Value: 'docs' });
    expect(JSON.stringify(tables)).toContain('{"Key":"team","Value":"docs"}');
  });
});
