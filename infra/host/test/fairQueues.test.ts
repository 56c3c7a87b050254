import { describe, expect, test } from 'vitest';
import { bodiesOf, openSqs } from './sqsFixture.ts';

const groupsOf = (messages: Awaited<ReturnType<Queue['receive']>>) =>
  messages.map(({ Attributes }) => Attributes?.MessageGroupId);
type Queue = ReturnType<Awaited<ReturnType<typeof openSqs>>['queue']>;

async function openQueue(name = 'work') {
  const sqs = await openSqs();
  const queue = sqs.queue(name);
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

describe('a fair queue', () => {
  test('counts a message as in flight until it is deleted or visible again', async () => {
    const { client, queue } = await openQueue();
    await queue.send('a/a0', 'a/a1', 'a/a2', 'b/b0', 'b/b1');
    const [a0, b0] = await queue.receive(2);
    expect([a0?.Body, b0?.Body]).toEqual(['a0', 'b0']);

    await queue.delete(b0 ?? {});
    expect(bodiesOf(await queue.receive(1))).toEqual(['b1']);
    await client.changeMessageVisibility({
      QueueUrl: queue.url,
      ReceiptHandle: String(a0?.ReceiptHandle),
      VisibilityTimeout: 0,
    });

    // Group a has no message in flight any more. Messages that came back are last in their group.
    expect(bodiesOf(await queue.receive(3))).toEqual(['a1', 'a2', 'a0']);
  });
});
