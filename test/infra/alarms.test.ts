import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { run } from '../../infra/admin/program.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import { burnRateWindows, objectives } from '../../infra/observability/objectives.ts';
import { queueNames, separated } from '../../shared/runtime/stores.ts';
import { largest, served, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage(largest);
const composites = stage.of('AWS::CloudWatch::CompositeAlarm');
/** Alarms that are part of a composite alarm notify nobody themselves. */
const parts = new Set(JSON.stringify([...composites.values()]).match(/Observability\w+(Long|Short)\w+/g));
const alarms = [...stage.of('AWS::CloudWatch::Alarm')].flatMap(([id, properties]) =>
  parts.has(id) ? [] : [properties],
);
const announced = [...alarms, ...composites.values()];
const runbook = readFileSync(fileURLToPath(new URL('../../infra/RUNBOOK.md', import.meta.url)), 'utf8');

type Properties = Readonly<Record<string, unknown>>;
const severityOf = ({ AlarmDescription }: Properties) =>
  /^Severity: (\w+)$/m.exec(String(AlarmDescription))?.[1] ?? '';
/** The heading in the runbook that the description of an alarm names. */
const sectionOf = ({ AlarmDescription }: Properties) =>
  /\n\nRunbook: infra\/RUNBOOK\.md#(\w+)$/.exec(String(AlarmDescription))?.[1];
/** The outputs with the topics of severities. */
const outputOf: Readonly<Record<string, string>> = { urgent: 'PageTopicArn', ticket: 'TicketTopicArn' };
const topicOf = (severity: string) => stage.outputs[outputOf[severity] ?? '']?.Value;

/** Alarms that fire without data, because their source reports all the time. Without data of another source, nothing is wrong. */
const ringsWithoutData = ['countusagestopped', 'sealinglate', 'sweepstopped'];

describe('alarms', () => {
  test('about dead letters have the command that moves them back, for this stage', () => {
    const commands = alarms.flatMap(({ AlarmDescription }) =>
      [...String(AlarmDescription).matchAll(/npm run admin -- (.+)\.$/gm)].map(([, command]) => command),
    );

    expect(commands.sort()).toEqual(
      queueNames.map((name) => `--stage prod queues redrive ${separated(name, '-')}`).sort(),
    );
  });

  test('have a meaning and an action, and one heading each in the runbook, which has no others', () => {
    const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
    const pointedAt = announced.map(sectionOf);

    for (const { AlarmDescription } of announced)
      expect(AlarmDescription).toMatch(
        /^[A-Z].{40,}\n\nWhat to do: .{40,}\.\n\nSeverity: (urgent|ticket)\n\nRunbook: \S+$/s,
      );
    expect(pointedAt.sort()).toEqual(headings.sort());
    for (const section of runbook.split(/^### \w+$/m).slice(1))
      expect(section).toMatch(/\*\*Cause\.\*\*.+\*\*Fix\.\*\*.+/s);
  });

  test('fire without data only if their source always reports', () => {
    const ringing = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    const others = alarms.filter((alarm) => !ringing.includes(alarm));

    expect(ringing.map(sectionOf).sort()).toEqual(ringsWithoutData);
    for (const { ComparisonOperator } of ringing) expect(ComparisonOperator).toBe('LessThanThreshold');
    for (const alarm of others)
      expect(alarm).toMatchObject({
        TreatMissingData: 'notBreaching',
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      });
  });

  test('notify the topic of their severity, which the outputs name', () => {
    expect(stage.of('AWS::SNS::Topic').size).toBe(2);
    for (const alarm of announced) expect(alarm.AlarmActions).toEqual([topicOf(severityOf(alarm))]);
    expect(new Set(announced.map(severityOf))).toEqual(new Set(['urgent', 'ticket']));
  });

  test('may notify the topics: only CloudWatch may publish, for this account, and only with TLS', () => {
    const policies = [...stage.of('AWS::SNS::TopicPolicy').values()];

    expect(policies).toHaveLength(2);
    for (const severity of ['urgent', 'ticket'])
      expect(policies).toContainEqual({
        Topics: [topicOf(severity)],
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            expect.objectContaining({
              Effect: 'Deny',
              Principal: '*',
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            }),
            expect.objectContaining({
              Effect: 'Allow',
              Action: 'sns:Publish',
              Principal: { Service: 'cloudwatch.amazonaws.com' },
              Resource: topicOf(severity),
              Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
            }),
          ],
        },
      });
    // CloudWatch cannot use the AWS managed KMS key of SNS, so it could not notify topics that are encrypted with this key.
    expect(JSON.stringify([...stage.of('AWS::SNS::Topic').values()])).not.toContain('KmsMasterKeyId');
  });

  test('are mailed to the address in the settings', () => {
    const mailed = (severity: string) => ({
      Protocol: 'email',
      Endpoint: 'operations@example.com',
      TopicArn: topicOf(severity),
    });

    expect([...stage.of('AWS::SNS::Subscription').values()]).toEqual([mailed('urgent'), mailed('ticket')]);
    const silent = synthesizeStage();
    expect(silent.of('AWS::SNS::Subscription').size).toBe(0);
    expect(silent.of('AWS::SNS::Topic').size).toBe(2);
  });
});

describe('the table of the runbook', () => {
  const rows = [...runbook.matchAll(/^\| \[(\w+)\]\(#(\w+)\) \| (urgent|ticket) \| `(.+)` \|$/gm)];

  test('has each alarm with its severity', () => {
    const expected = announced.map((alarm) => `${sectionOf(alarm)} ${severityOf(alarm)}`);

    expect(rows.map(([, , anchor, severity]) => `${anchor} ${severity}`).sort()).toEqual(expected.sort());
    for (const [, name = '', anchor] of rows) expect(name.toLowerCase()).toBe(anchor);
  });

  test('has a first command for each alarm, which exists', async () => {
    const logs = [...stage.of('AWS::Logs::LogGroup').keys()];
    for (const [, name, , , command = ''] of rows) {
      const [first, ...others] = command.split(' ');
      if (first === 'failures')
        expect(
          logs.filter((id) => id.startsWith(others.join(' '))),
          `${name}: ${command}`,
        ).toHaveLength(1);
      else
        expect(await helpOf(others), `${name}: ${command}`).toContain(`npm run admin -- ${others.join(' ')}`);
    }
  });
});

/** Returns the help text of a command. */
async function helpOf(command: readonly string[]): Promise<string> {
  let help = '';
  const sink = { write: (text: string) => (help += text) };
  await run([...command, '--help'], { stdout: sink, stderr: sink, env: {} });
  return help;
}

describe('objectives', () => {
  test('are watched by one alarm each, in a long and a short window for each burn rate', () => {
    const windows = [...stage.of('AWS::CloudWatch::Alarm')].filter(([id]) => parts.has(id));

    expect(composites.size).toBe(Object.keys(objectives).length);
    expect(windows).toHaveLength(composites.size * burnRateWindows.length * 2);
    for (const [, window] of windows) {
      expect(window).not.toHaveProperty('AlarmActions');
      expect(window).toMatchObject({ TreatMissingData: 'notBreaching', EvaluationPeriods: 1 });
    }
    const thresholds = new Set(windows.map(([, { Threshold }]) => Threshold));
    expect(thresholds).toEqual(new Set([0.0144, 0.006, 0.144, 0.06]));
  });

  test('about times use metrics of log lines that functions write', () => {
    const filters = [...stage.of('AWS::Logs::MetricFilter').values()];

    expect(filters).toMatchObject(
      ['unanswered', 'ready', 'attempted'].map((name) => ({
        FilterPattern: `{ $.${name}_after_milliseconds = "*" }`,
        MetricTransformations: [{ MetricValue: `$.${name}_after_milliseconds`, Unit: 'Milliseconds' }],
      })),
    );
  });

  test('are on the dashboard, with every operation and queue', () => {
    const [dashboard] = stage.of('AWS::CloudWatch::Dashboard').values();
    const body = JSON.stringify(dashboard?.DashboardBody);

    for (const { promise } of Object.values(objectives)) expect(body).toContain(promise);
    for (const name of [...served, ...Object.keys(otherFunctions), ...queueNames])
      expect(body).toContain(`"label\\":\\"${name}\\"`);
  });
});
