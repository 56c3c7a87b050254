import { expect, test } from 'vitest';
import { release } from '../../../shared/contract/release.ts';
import { operator } from './operator.ts';

const { rows, sqs, outputs } = operator();

test('checks what a stage has, and says what it could not check', async () => {
  expect(await rows('doctor')).toEqual([
    { check: 'release', state: expect.any(String), detail: expect.stringContaining(release) },
    { check: 'outputs', state: 'well', detail: expect.stringContaining('http://localhost:3000') },
    { check: 'alarms', state: 'unknown', detail: expect.stringContaining('not checked') },
    { check: 'sweep', state: 'unknown', detail: expect.any(String) },
    { check: 'queues', state: 'well', detail: expect.stringContaining('no dead letters') },
    { check: 'keys', state: 'unknown', detail: expect.any(String) },
    { check: 'certificate', state: 'unknown', detail: expect.stringContaining('plain HTTP') },
  ]);
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

  expect(found).toMatchObject({ state: 'wrong', detail: 'dead letters: events 1' });
});
