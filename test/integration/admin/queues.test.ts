import { beforeAll, expect, test } from 'vitest';
import { queueNames, separated, storeOutputs } from '../../../shared/runtime/stores.ts';
import { operator } from './operator.ts';

const stage = operator();
const { admin, record, rows, sqs, take } = stage;

const queues = queueNames.map((name) => [separated(name, '-'), storeOutputs[`${name}QueueUrl`]] as const);

async function redrivePolicyOf(output: string): Promise<{ readonly deadLetterTargetArn: string }> {
  const QueueUrl = stage.outputs()[output];
  const answer = await sqs('GetQueueAttributes', { QueueUrl, AttributeNames: ['RedrivePolicy'] });
  const { Attributes } = answer as { Attributes: { RedrivePolicy: string } };
  return JSON.parse(Attributes.RedrivePolicy);
}

const setRedrivePolicy = (output: string, policy: object) =>
  sqs('SetQueueAttributes', {
    QueueUrl: stage.outputs()[output],
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
  sqs('SendMessage', {
    QueueUrl: stage.outputs()[output],
    MessageBody: JSON.stringify(body),
    ...(DelaySeconds > 0 && { DelaySeconds }),
  });

const receive = (output: string, VisibilityTimeout: number) =>
  sqs('ReceiveMessage', {
    QueueUrl: stage.outputs()[output],
    MaxNumberOfMessages: 10,
    VisibilityTimeout,
    WaitTimeSeconds: 0,
  });

const empty = { waiting: 0, in_flight: 0, delayed: 0, dead_letters: 0 };

test('counts waiting, received, delayed and dead messages', async () => {
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
  expect((await admin('queues list')).stdout).toMatch(/^QUEUE +WAITING +IN FLIGHT +DELAYED +DEAD LETTERS$/m);
});

test.for(queues.filter(([queue]) => queue !== 'events'))(
  'moves the dead letters of %s back',
  async ([name, output]) => {
    await send(output, { given: 'up' });
    await receive(output, 0);
    await receive(output, 0);
    expect(await rows('queues list')).toContainEqual({ queue: name, ...empty, dead_letters: 1 });

    expect(await record('queues redrive', name)).toEqual({ queue: name, moved_messages: 1 });

    expect(await take(output)).toEqual([{ given: 'up' }]);
  },
);
