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
