import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { release } from '../../../shared/contract/release.ts';
import { recordSweep } from '../../../shared/data/work/sweeps.ts';
import { operator } from './operator.ts';

const { rows, sqs, outputs, clock } = operator();

test('checks what a stage has, and says what it could not check', async () => {
  expect(await rows('doctor')).toEqual([
    { check: 'release', state: expect.any(String), detail: expect.stringContaining(release) },
    { check: 'data', state: 'not checked', detail: expect.stringContaining('data directory') },
    { check: 'outputs', state: 'ok', detail: expect.stringContaining('http://localhost:3000') },
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

test('names the queues that have dead letters', async () => {
  const attributes = (await sqs('GetQueueAttributes', {
    QueueUrl: outputs().EventsQueueUrl,
    AttributeNames: ['RedrivePolicy'],
  })) as { Attributes: { RedrivePolicy: string } };
  const deadLetters = JSON.parse(attributes.Attributes.RedrivePolicy).deadLetterTargetArn.split(':').at(-1);
  const QueueUrl = outputs().EventsQueueUrl?.replace(/[^/]*$/, deadLetters);
  await sqs('SendMessage', { QueueUrl, MessageBody: '{}' });

  const found = (await rows('doctor')).find(({ check }) => check === 'queues');

  expect(found).toMatchObject({
    state: 'problem',
    detail:
      'dead letters: events 1. Find the cause in infra/RUNBOOK.md, then move them back with queues redrive.',
  });
});

const ofSweep = 'Read the section SweepStopped of infra/RUNBOOK.md.';

test.for([
  [150_000, 'ok', 'last run 2 min ago'],
  [14 * 60_000, 'problem', `last run 14 min ago; it should run every minute. ${ofSweep}`],
] as const)('says of a sweep %d ms ago that it is %s: %s', async ([milliseconds, state, detail]) => {
  await recordSweep(clock.now - milliseconds);

  expect(await rows('doctor')).toContainEqual({ check: 'sweep', state, detail });
});
