import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { run } from '../../infra/admin/program.ts';
import { otherFunctions } from '../../infra/functions/others.ts';
import { burnRateWindows, objectives } from '../../infra/observability/objectives.ts';
import { capitalized, type QueueRow, queueNames, queues, separated } from '../../shared/runtime/stores.ts';
import { functionOf, served, synthesizeStage } from './synthesized.ts';

const mailFrom = 'documents@example.com';
const stage = synthesizeStage({ alarmEmail: 'operations@example.com', mailFrom, search: 'opensearch' });
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

const stat = z.object({
  MetricName: z.string(),
  Dimensions: z._default(z.array(z.object({ Value: z.unknown() })), []),
});
const alarm = z.looseObject({
  MetricName: z.optional(z.string()),
  Dimensions: z.optional(z.array(z.object({ Value: z.unknown() }))),
  Metrics: z.optional(
    z.array(
      z.object({ Expression: z.optional(z.string()), MetricStat: z.optional(z.object({ Metric: stat })) }),
    ),
  ),
});
/** The metric of an alarm, or the metrics of its expression. */
const metricsOf = (properties: object) => {
  const { Metrics = [], ...own } = z.parse(alarm, properties);
  const single = z.safeParse(stat, own).data;
  return single ? [single] : Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
};
/** The name of a function or queue, or the text itself. */
const nameOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const id = z.parse(
    z.union([
      z.object({ Ref: z.string() }),
      z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('QueueName')]) }),
    ]),
    value,
  );
  const resource = stage.resources.get('Ref' in id ? id.Ref : id['Fn::GetAtt'][0]);
  return functionOf(resource) ?? resource?.Metadata['aws:cdk:path'].split('/').at(-2) ?? '';
};

interface WithoutData {
  readonly rings: boolean;
  readonly because: string;
  /** If there is no data because the source is gone, these alarms fire instead. */
  readonly instead?: readonly string[];
}

/** A queue with messages reports every minute. An empty queue stops reporting after six unused hours (Amazon SQS, "CloudWatch metrics"). */
const isEmpty = (...instead: readonly string[]): WithoutData => ({
  rings: false,
  because: 'a queue that reports nothing is empty',
  instead,
});
const hasNotRun = (...instead: readonly string[]): WithoutData => ({
  rings: false,
  because: 'a function that has not run has not failed',
  instead,
});

/**
 * The meaning of missing data for each alarm. Objectives are left out: they count requests, and if data is missing, there were no requests.
 */
const withoutData: Readonly<Record<string, WithoutData>> = {
  SweepStopped: { rings: true, because: 'it runs every minute' },
  CountUsageStopped: { rings: true, because: 'it runs every five minutes' },
  SealActivityErrors: hasNotRun('SealingLate'),
  SealingLate: { rings: true, because: 'it runs every minute' },
  ...Object.fromEntries(
    Object.values(queues).flatMap(({ deadLetters, ...row }: QueueRow) => [
      [deadLetters, isEmpty()],
      [row.delay ?? row.abandoned, isEmpty('SweepStopped')],
    ]),
  ),
  MailBounces: { rings: false, because: 'SES reports no rate for an account without mail' },
  CodesPerHour: { rings: false, because: 'SES reports no codes if nobody requested any' },
  ConfirmedSignUpErrors: hasNotRun(),
  MailsPerDay: { rings: false, because: 'SES reports no mails for an account without mail' },
  MailComplaints: { rings: false, because: 'SES reports no rate for an account without mail' },
  AuthorizerErrors: hasNotRun('Availability'),
  SearchUnavailable: { rings: false, because: 'nobody searched', instead: ['IndexingDelay'] },
  ProcessVersionErrors: hasNotRun('ProcessingDelay', 'SlowProcessingAbandoned'),
  FanOutEventErrors: hasNotRun('EventDelay'),
  DeliverWebhookErrors: hasNotRun('DeliveryDelay', 'SlowDeliveriesAbandoned'),
};

describe('alarms', () => {
  test('watch the metrics that show a failure to users', () => {
    const watched = alarms.map((properties) =>
      metricsOf(properties)
        .map(({ MetricName, Dimensions }) =>
          [MetricName, ...Dimensions.map(({ Value }) => nameOf(Value))].join(' '),
        )
        .join(', '),
    );

    const perQueue = Object.entries(queues).flatMap(([name, row]: [string, QueueRow]) => {
      const queue = capitalized(name);
      return [
        `ApproximateNumberOfMessagesVisible ${queue}DeadLetters`,
        ...(row.delay ? [`ApproximateAgeOfOldestMessage ${queue}`] : []),
        ...(row.abandoned
          ? [`NumberOfMessagesReceived ${queue}, ApproximateNumberOfMessagesVisible ${queue}`]
          : []),
      ];
    });
    expect(watched.sort()).toEqual(
      [
        ...perQueue,
        'Reputation.BounceRate',
        'Reputation.ComplaintRate',
        'SearchUnansweredAfter',
        'Send',
        'Send DocumentGovernance-test',
        'Errors confirmedSignUp',
        'Errors authorizer',
        'Errors deliverWebhook',
        'Errors fanOutEvent',
        'Errors processVersion',
        'Errors sealActivity',
        'Invocations countUsage, Errors countUsage',
        'Invocations sealActivity, Errors sealActivity',
        'Invocations sweepDue, Errors sweepDue',
      ].sort(),
    );
  });

  test('about dead letters have the command that moves them back, for this stage', () => {
    const commands = alarms.flatMap(({ AlarmDescription }) =>
      [...String(AlarmDescription).matchAll(/npm run admin -- (.+)\.$/gm)].map(([, command]) => command),
    );

    expect(commands.sort()).toEqual(
      queueNames.map((name) => `--stage test queues redrive ${separated(name, '-')}`).sort(),
    );
  });

  test('have a meaning and an action in their description', () => {
    for (const { AlarmDescription } of announced)
      expect(AlarmDescription).toMatch(
        /^[A-Z].{40,}\n\nWhat to do: .{40,}\.\n\nSeverity: (urgent|ticket)\n\nRunbook: \S+$/s,
      );
  });

  test('have one heading each in the runbook, which has no others', () => {
    const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
    const pointedAt = announced.map(sectionOf);

    expect(pointedAt.sort()).toEqual(headings.sort());
    for (const section of runbook.split(/^### \w+$/m).slice(1))
      expect(section).toMatch(/\*\*Cause\.\*\*.+\*\*Fix\.\*\*.+/s);
  });

  test.for(Object.entries(withoutData))('%s treats missing data as stated', ([name, meant]) => {
    const found = alarms.find(({ AlarmDescription }) =>
      String(AlarmDescription).endsWith(`#${name.toLowerCase()}`),
    );

    expect(found).toMatchObject(
      meant.rings
        ? { TreatMissingData: 'breaching', ComparisonOperator: 'LessThanThreshold' }
        : { TreatMissingData: 'notBreaching', ComparisonOperator: 'GreaterThanOrEqualToThreshold' },
    );
    for (const other of meant.instead ?? [])
      expect([...Object.keys(withoutData), ...Object.keys(objectives)]).toContain(other);
  });

  test('all have a stated meaning of missing data', () => {
    expect(Object.keys(withoutData)).toHaveLength(alarms.length);
  });

  test('notify the topic of their severity, which the outputs name', () => {
    expect(stage.of('AWS::SNS::Topic').size).toBe(2);
    for (const alarm of announced) expect(alarm.AlarmActions).toEqual([topicOf(severityOf(alarm))]);
    for (const [, window] of [...stage.of('AWS::CloudWatch::Alarm')].filter(([id]) => parts.has(id)))
      expect(window).not.toHaveProperty('AlarmActions');
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
    const silent = synthesizeStage({ mailFrom, search: 'opensearch' });
    expect(silent.of('AWS::SNS::Subscription').size).toBe(0);
    expect(silent.of('AWS::SNS::Topic').size).toBe(2);
    expect(silent.of('AWS::CloudWatch::Alarm')).toEqual(stage.of('AWS::CloudWatch::Alarm'));
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

  test('follows the definitions of its commands, which a shell accepts', async () => {
    const [, lines = ''] = /```sh\n(admin\(\) .*?)```/s.exec(runbook) ?? [];

    const script = `set -eu\n${lines}\ntype -t admin failures`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    expect(stdout).toBe('function\nfunction\n');
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

    expect(filters).toMatchObject([
      {
        FilterPattern: '{ $.unanswered_after_milliseconds = "*" }',
        MetricTransformations: [{ MetricValue: '$.unanswered_after_milliseconds', Unit: 'Milliseconds' }],
      },
      {
        FilterPattern: '{ $.ready_after_milliseconds = "*" }',
        MetricTransformations: [{ MetricValue: '$.ready_after_milliseconds', Unit: 'Milliseconds' }],
      },
      {
        FilterPattern: '{ $.attempted_after_milliseconds = "*" }',
        MetricTransformations: [{ MetricValue: '$.attempted_after_milliseconds', Unit: 'Milliseconds' }],
      },
    ]);
  });

  test('are on the dashboard, with every operation and queue', () => {
    const [dashboard] = stage.of('AWS::CloudWatch::Dashboard').values();
    const body = JSON.stringify(dashboard?.DashboardBody);

    for (const { promise } of Object.values(objectives)) expect(body).toContain(promise);
    for (const name of [...served, ...Object.keys(otherFunctions), ...queueNames])
      expect(body).toContain(`"label\\":\\"${name}\\"`);
  });
});
