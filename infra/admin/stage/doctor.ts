import { connect as connectTls } from 'node:tls';
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import * as z from 'zod/mini';
import { dayMilliseconds, daySeconds } from '../../../shared/contract/days.ts';
import { release } from '../../../shared/contract/release.ts';
import { lastSweepAt } from '../../../shared/data/work/sweeps.ts';
import { releaseName } from '../../stage/releaseName.ts';
import { retainsDataByDefault } from '../../stage/retainedData.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import { queueNames } from '../commandLine/arguments.ts';
import { countUsageKeys, mostUsageKeys } from '../keys/usageKeys.ts';
import { codesOf, concurrencyOf, mailAccount, mailOf, subscribersOf } from './accountChecks.ts';
import { type Finding, notChecked, ok, problem } from './finding.ts';
import type { Stage } from './stage.ts';
import { countMessages } from './stageQueue.ts';

/** A certificate must be valid for at least this long, so that there is time to replace it in API Gateway and in its clients. */
const certificateDays = 21;

export function addDoctor(program: AdminCommand): void {
  program
    .subcommand(
      'doctor',
      'Check a stage and its AWS account: release, data, alarms and who is told of them, queues, sweep, API Gateway keys, certificate, concurrency, mail and codes.',
    )
    .more('Each problem says what to do. The runbook (infra/RUNBOOK.md) has a section for each alarm.')
    .runs(examine);
}

async function examine({ stage, output, now }: Admin): Promise<void> {
  const readMailAccount = mailAccount();
  const checks = {
    release: () => releaseOf(stage),
    data: async () => dataOf(stage),
    outputs: async () => ok(`the stack is complete; clients reach the service at ${stage.baseUrl}`),
    alarms: async () => alarmsOf(await statesOf(stage)),
    subscribers: () => subscribersOf(stage),
    sweep: () => sweepOf(now),
    queues: queuesOf,
    keys: () => keysOf(stage),
    certificate: () => certificateOf(stage, now),
    concurrency: () => concurrencyOf(stage),
    mail: () => mailOf(stage, readMailAccount),
    codes: () => codesOf(stage, readMailAccount),
  } as const satisfies Record<string, () => Promise<Finding>>;
  const rows = await Promise.all(
    Object.entries(checks).map(async ([check, look]) => {
      const { state, detail } = await look().catch((error: unknown) => notChecked(reasonOf(error)));
      return { check, state, detail };
    }),
  );
  output.list('checks', rows);
}

/** The time in which a stage must answer. */
const answerMilliseconds = 5000;

/** Compares the release of the stage with the release of the command line. */
async function releaseOf({ baseUrl }: Stage): Promise<Finding> {
  const response = await fetch(`${baseUrl}/`, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(answerMilliseconds),
  }).catch(() => undefined);
  const body: unknown = response?.ok ? await response.json() : undefined;
  const { data } = z.safeParse(z.object({ release: z.string() }), body);
  if (!data) return notChecked(`this command line is ${releaseName()}; the stage does not say its release`);
  const own = releaseName();
  if (data.release === own) return ok(`the stage and this command line are ${own}`);
  const both = `the stage is ${data.release}, this command line is ${own}`;
  const [ofStage] = data.release.split('+');
  return ofStage === release
    ? ok(both)
    : problem(both, 'Deploy this release, or use the command line of the release of the stage');
}

/** Says whether `cdk destroy` would keep the data. On a stage for trying things out, the loss of data is no problem. */
function dataOf({ name, retainsData }: Stage): Finding {
  if (name === undefined) return notChecked('the local stage keeps its data in its data directory');
  if (retainsData === null) return notChecked('the stack does not say whether it keeps its data');
  if (retainsData) return ok('npx cdk destroy keeps the data (retainData is true)');
  const lost = 'npx cdk destroy deletes the data (retainData is false)';
  return retainsDataByDefault(name)
    ? problem(lost, 'If people need the data, remove retainData from the settings and deploy')
    : ok(lost);
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** Alarm states by the alarms' names in the runbook. */
type States = ReadonlyMap<string, string>;

/** Returns the states of the stage's alarms. */
async function statesOf({ stackName }: Stage): Promise<States> {
  const states = new Map<string, string>();
  for await (const { MetricAlarms = [], CompositeAlarms = [] } of paginateDescribeAlarms(
    { client: new CloudWatchClient() },
    { AlarmNamePrefix: `${stackName}-`, AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] },
  ))
    for (const { AlarmName = '', StateValue = '' } of [...MetricAlarms, ...CompositeAlarms])
      states.set(nameInRunbook(AlarmName.slice(stackName.length + 1)), StateValue);
  return states;
}

/**
 * Returns the name of an alarm in the runbook. CloudFormation adds the construct's path and a hash to this name, and for alarms of mail
 * also the name of their nested stack.
 */
const nameInRunbook = (name: string): string =>
  name.replace(/^(?:Observability|Mail-(?:\w+-)?Alarms)(\w+?)[0-9A-F]{8}(-\w+)?$/, '$1');

function alarmsOf(states: States): Finding {
  // Omits the alarms of an objective's windows, because such an alarm means nothing without the others.
  const ringing = [...states].flatMap(([name, state]) =>
    state === 'ALARM' && !/(Fast|Slow)(Long|Short)$/.test(name) ? [name] : [],
  );
  return ringing.length === 0
    ? ok(`none of ${states.size} alarms fires`)
    : problem(ringing.sort().join(', '), 'infra/RUNBOOK.md has a section for each, with cause and fix');
}

/** The sweep runs every minute. One run may be missed and one may be under way, so the last completed run may be this old. */
const sweepAtLeastEvery = 3 * 60_000;

async function sweepOf(now: number): Promise<Finding> {
  const last = await lastSweepAt();
  if (last === undefined) return notChecked('it has not run yet: a new stage runs it within a minute');
  const said = `last run ${ago(now - last)}`;
  return now - last <= sweepAtLeastEvery
    ? ok(said)
    : problem(`${said}; it should run every minute`, 'Read the section SweepStopped of infra/RUNBOOK.md');
}

/** Returns in words how long ago something was: 12 s ago, 5 min ago, 3 h ago, 2 d ago. */
function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const units = [
    ['d', daySeconds],
    ['h', 3600],
    ['min', 60],
  ] as const;
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

async function queuesOf(): Promise<Finding> {
  const counts = await Promise.all(
    queueNames.map(async (name) => ({ name, ...(await countMessages(name)) })),
  );
  const waiting = counts.flatMap(({ name, waiting }) => (waiting > 0 ? [`${name} ${waiting}`] : []));
  const dead = counts.filter(({ dead_letters }) => dead_letters > 0);
  return dead.length === 0
    ? ok(`no dead letters; ${waiting.length > 0 ? `waiting: ${waiting.join(', ')}` : 'nothing waits'}`)
    : problem(
        `dead letters: ${dead.map(({ name, dead_letters }) => `${name} ${dead_letters}`).join(', ')}`,
        'Find the cause in infra/RUNBOOK.md, then move them back with queues redrive',
      );
}

async function keysOf({ usageKeys }: Stage): Promise<Finding> {
  if (usageKeys === null) return notChecked('the local stage has no API Gateway keys for callers');
  const count = await countUsageKeys();
  const said = `${count} of the ${mostUsageKeys} API Gateway keys that the account may hold in this region`;
  return count < 0.9 * mostUsageKeys
    ? ok(said)
    : problem(
        `${said}; when none is left, new callers share one`,
        'AWS does not raise this quota. Revoke keys that nobody uses (keys list --unused-for 90d), and delete those of deleted stages ' +
          '(stage clean-up)',
      );
}

async function certificateOf({ baseUrl }: Stage, now: number): Promise<Finding> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return notChecked('the local stage uses plain HTTP');
  const endsAt = await certificateEnd(hostname, Number(port || 443));
  const days = Math.floor((endsAt - now) / dayMilliseconds);
  const said = `of ${hostname} ends in ${days} days`;
  return days >= certificateDays
    ? ok(said)
    : problem(said, 'Look in AWS Certificate Manager why it was not renewed, or import the next one');
}

/** Resolves with the end of a server's certificate, in epoch milliseconds, whichever authority signed it. */
const certificateEnd = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.setTimeout(5000, () => socket.destroy(new Error(`${host} does not answer`)));
    socket.on('error', reject);
  });
