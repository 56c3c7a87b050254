import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { release } from '../../../shared/contract/release.ts';
import { recordSweep } from '../../../shared/data/work/sweeps.ts';
import { queueNames, separated, storeOutputs } from '../../../shared/runtime/stores.ts';
import { operator } from './operator.ts';

const { admin, clock, credentials, outputs, record, rows, callSqs, take } = await operator();

test('checks what a stage has, and says what it could not check', async () => {
  expect(await rows('doctor')).toEqual([
    { check: 'release', state: expect.any(String), detail: expect.stringContaining(release) },
    { check: 'data', state: 'not checked', detail: expect.stringContaining('data directory') },
    { check: 'outputs', state: 'ok', detail: expect.stringContaining(credentials.base_url) },
    { check: 'alarms', state: 'not checked', detail: expect.stringContaining('ECONNREFUSED') },
    { check: 'subscribers', state: 'not checked', detail: 'the local stage tells nobody of alarms' },
    { check: 'sweep', state: 'not checked', detail: expect.any(String) },
    { check: 'queues', state: 'ok', detail: expect.stringContaining('no dead letters') },
    { check: 'keys', state: 'not checked', detail: expect.any(String) },
    { check: 'certificate', state: 'not checked', detail: expect.stringContaining('plain HTTP') },
    { check: 'concurrency', state: 'not checked', detail: expect.stringContaining('runs on this machine') },
    { check: 'mail', state: 'not checked', detail: expect.stringContaining('an inbox of its own') },
    { check: 'codes', state: 'not checked', detail: expect.stringContaining('an inbox of its own') },
  ]);
});

test('describes the sweep of a new stage in the words of the page about a first deployment', async () => {
  const page = await readFile(new URL('../../../infra/docs/firstDeployment.md', import.meta.url), 'utf8');

  const sweep = (await rows('doctor')).find(({ check }) => check === 'sweep');

  expect(page).toContain(`\nsweep        ${sweep?.state}  ${sweep?.detail}\n`);
});

const ofSweep = 'Read the section SweepStopped of infra/RUNBOOK.md.';

test.for([
  [150_000, 'ok', 'last run 2 min ago'],
  [14 * 60_000, 'problem', `last run 14 min ago; it should run every minute. ${ofSweep}`],
] as const)('says of a sweep %d ms ago that it is %s: %s', async ([milliseconds, state, detail]) => {
  await recordSweep(clock.now - milliseconds);

  expect(await rows('doctor')).toContainEqual({ check: 'sweep', state, detail });
});

const queues = queueNames.map(
  (queue) => [separated(queue, '-'), storeOutputs[`${queue}QueueUrl`], queue] as const,
);

async function redrivePolicyOf(output: string): Promise<{ readonly deadLetterTargetArn: string }> {
  const QueueUrl = outputs[output];
  const answer = await callSqs('GetQueueAttributes', { QueueUrl, AttributeNames: ['RedrivePolicy'] });
  const { Attributes } = answer as { Attributes: { RedrivePolicy: string } };
  return JSON.parse(Attributes.RedrivePolicy);
}

const setRedrivePolicy = (output: string, policy: object) =>
  callSqs('SetQueueAttributes', {
    QueueUrl: outputs[output],
    Attributes: { RedrivePolicy: JSON.stringify(policy) },
  });

/** Here, messages become dead letters when they are received a second time. */
beforeAll(async () => {
  const policies = await Promise.all(queues.map(([, output]) => redrivePolicyOf(output)));
  const setAll = async (more: object) => {
    for (const [index, [, output]] of queues.entries())
      await setRedrivePolicy(output, { ...policies[index], ...more });
  };
  await setAll({ maxReceiveCount: 1 });
  return () => setAll({});
});

const send = (output: string, body: object, DelaySeconds = 0) =>
  callSqs('SendMessage', {
    QueueUrl: outputs[output],
    MessageBody: JSON.stringify(body),
    ...(DelaySeconds > 0 && { DelaySeconds }),
  });

const receive = (output: string, VisibilityTimeout: number) =>
  callSqs('ReceiveMessage', {
    QueueUrl: outputs[output],
    MaxNumberOfMessages: 10,
    VisibilityTimeout,
    WaitTimeSeconds: 0,
  });

const empty = { waiting: 0, in_flight: 0, delayed: 0, dead_letters: 0 };

test('counts waiting, received, delayed and dead messages, and doctor names the queues with dead letters', async () => {
  await send('EventsQueueUrl', { given: 'up' });
  await receive('EventsQueueUrl', 0);
  await receive('EventsQueueUrl', 0);
  await send('EventsQueueUrl', { worked: 'on' });
  await receive('EventsQueueUrl', 60);
  await send('EventsQueueUrl', { waits: true });
  await send('EventsQueueUrl', { comes: 'later' }, 900);

  const counts = { waiting: 1, in_flight: 1, delayed: 1, dead_letters: 1 };
  expect(await rows('queues list')).toEqual(
    queues.map(([queue]) => ({ queue, ...(queue === 'events' ? counts : empty) })),
  );
  expect(await rows('doctor')).toContainEqual({
    check: 'queues',
    state: 'problem',
    detail:
      'dead letters: events 1. Find the cause in infra/RUNBOOK.md, then move them back with queues redrive.',
  });
  expect((await admin('queues list')).stdout).toMatch(/^QUEUE +WAITING +IN FLIGHT +DELAYED +DEAD LETTERS$/m);
});

test.for(queues.filter(([queue]) => queue !== 'events'))(
  'moves the dead letters of %s back',
  async ([name, output, queue]) => {
    await send(output, { given: 'up' });
    await receive(output, 0);
    await receive(output, 0);
    expect(await rows('queues list')).toContainEqual({ queue: name, ...empty, dead_letters: 1 });

    expect(await record('queues redrive', name)).toEqual({ queue: name, moved_messages: 1 });

    expect(await take(queue)).toEqual([{ given: 'up' }]);
  },
);
