import { describe, expect, test } from 'vitest';
import { bodiesOf, openSqs } from './sqsFixture.ts';

const groupsOf = (messages: Awaited<ReturnType<Queue['receive']>>) =>
  messages.map(({ Attributes }) => Attributes?.MessageGroupId);
type Queue = ReturnType<Awaited<ReturnType<typeof openSqs>>['queue']>;

async function openQueue() {
  const sqs = await openSqs();
  const queue = sqs.queue('work');
  await queue.create();
  return { ...sqs, queue };
}

describe('a message', () => {
  test('keeps its group after a restart, and in the dead-letter queue', async () => {
    const first = await openSqs();
    const dead = first.queue('dead');
    await dead.create();
    await first.queue('work').create({
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 1 }),
    });
    await first.queue('work').send('tenant-1/a');
    await first.queue('work').receive();
    await first.close();

    const second = await openSqs(first.directory);
    expect(await second.queue('work').receive()).toEqual([]);
    await second.close();

    const third = await openSqs(first.directory);
    expect(groupsOf(await third.queue('dead').receive())).toEqual(['tenant-1']);
  });

  test.for(['', 'a b', 'ä', 'x'.repeat(129)])('cannot be in the group %j', async (MessageGroupId) => {
    const { client, queue } = await openQueue();
    const QueueUrl = queue.url;

    await expect(client.sendMessage({ QueueUrl, MessageBody: 'no', MessageGroupId })).rejects.toThrow(
      /MessageGroupId is invalid/,
    );
    const answer = await client.sendMessageBatch({
      QueueUrl,
      Entries: [
        { Id: 'good', MessageBody: 'yes', MessageGroupId: 'x'.repeat(128) },
        { Id: 'bad', MessageBody: 'no', MessageGroupId },
      ],
    });

    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(answer.Failed).toMatchObject([{ Id: 'bad', Code: 'InvalidParameterValue', SenderFault: true }]);
    expect(bodiesOf(await queue.receive())).toEqual(['yes']);
  });
});

test('a message with a delay of more than 15 minutes is refused', async () => {
  const { client, queue } = await openQueue();
  const QueueUrl = queue.url;

  await expect(
    client.sendMessage({ QueueUrl, MessageBody: 'late', DelaySeconds: 901 }),
  ).rejects.toMatchObject({ message: expect.stringContaining('DelaySeconds') });
  const { Successful, Failed } = await client.sendMessageBatch({
    QueueUrl,
    Entries: [
      { Id: 'late', MessageBody: 'late', DelaySeconds: 901 },
      { Id: 'early', MessageBody: 'early', DelaySeconds: -1 },
      { Id: 'now', MessageBody: 'now', DelaySeconds: 0 },
    ],
  });

  expect(Successful?.map(({ Id }) => Id)).toEqual(['now']);
  expect(Failed?.map(({ Id, Code }) => [Id, Code])).toEqual([
    ['late', 'InvalidParameterValue'],
    ['early', 'InvalidParameterValue'],
  ]);
  expect(await queue.count()).toBe(1);
});
