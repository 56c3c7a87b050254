/** The local SQS refuses the requests that SQS refuses. So code that would fail on AWS also fails in tests. */
import { expect, test } from 'vitest';
import { openSqs } from './sqsFixture.ts';

async function openQueue() {
  const sqs = await openSqs();
  const queue = sqs.queue('work');
  await queue.create();
  return { client: sqs.client, queue, QueueUrl: queue.url };
}

test('a message with a delay of more than 15 minutes', async () => {
  const { client, queue, QueueUrl } = await openQueue();

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

test('an unknown receipt handle, but not one of a deleted message', async () => {
  const { client, queue, QueueUrl } = await openQueue();
  await queue.send('a');
  const [message = {}] = await queue.receive();
  const garbage = { ReceiptHandle: 'garbage' };
  const refused = { name: 'ReceiptHandleIsInvalid' };

  await expect(queue.delete(garbage)).rejects.toMatchObject(refused);
  await expect(
    client.changeMessageVisibility({ QueueUrl, ...garbage, VisibilityTimeout: 0 }),
  ).rejects.toMatchObject(refused);
  const Entries = [
    { Id: 'garbage', ...garbage },
    { Id: 'held', ReceiptHandle: message.ReceiptHandle },
  ];
  const { Successful, Failed } = await client.deleteMessageBatch({ QueueUrl, Entries });

  expect(Successful?.map(({ Id }) => Id)).toEqual(['held']);
  expect(Failed).toMatchObject([{ Id: 'garbage', Code: 'ReceiptHandleIsInvalid' }]);
  await queue.delete(message);
});
