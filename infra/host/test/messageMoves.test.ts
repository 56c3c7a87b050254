import {
  ListMessageMoveTasksCommand,
  ResourceNotFoundException,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { eventually } from './fixture.ts';
import { bodiesOf, openSqs } from './sqsFixture.ts';

/** Opens two queues with the same dead-letter queue. */
async function openQueues(directory?: string) {
  const sqs = await openSqs(directory);
  const [dead, quick, slow] = [sqs.queue('dead'), sqs.queue('quick'), sqs.queue('slow')];
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 1 });
  await dead.create();
  await quick.create({ RedrivePolicy });
  await slow.create({ RedrivePolicy });
  const start = (more: { DestinationArn?: string; MaxNumberOfMessagesPerSecond?: number } = {}) =>
    sqs.client.startMessageMoveTask({ SourceArn: dead.arn, ...more });
  const list = async (MaxResults = 10) => {
    const command = new ListMessageMoveTasksCommand({ SourceArn: dead.arn, MaxResults });
    return (await sqs.client.send(command)).Results ?? [];
  };
  const finished = () =>
    eventually(async () => {
      const [task] = await list();
      return task?.Status === 'RUNNING' ? undefined : task;
    });
  return { ...sqs, dead, quick, slow, start, list, finished };
}
type Queues = Awaited<ReturnType<typeof openQueues>>;

/** Receives messages more often than their queue allows, so that they become dead letters. */
async function fail(queue: Queues['quick'], ...messages: string[]): Promise<void> {
  await queue.send(...messages);
  await queue.receive(10, 0);
  await queue.receive(10, 0);
}

describe('a message move task', () => {
  test('returns each message to the queue it came from, as a new one of the same group', async () => {
    const { dead, quick, slow, start, finished } = await openQueues();
    await fail(quick, 'tenant-1/q0', 'q1');
    await fail(slow, 'tenant-2/s0');
    const [looked] = await dead.receive(1, 0);

    const { TaskHandle } = await start();
    const task = await finished();

    expect(TaskHandle).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(task).toMatchObject({
      Status: 'COMPLETED',
      SourceArn: dead.arn,
      ApproximateNumberOfMessagesMoved: 3,
      ApproximateNumberOfMessagesToMove: 3,
      StartedTimestamp: expect.closeTo(Date.now(), -4),
    });
    expect(task.TaskHandle).toBeUndefined();
    expect(await dead.count()).toBe(0);
    const back = await quick.receive();
    expect(
      back
        .map(({ Body, Attributes }) => [
          Body,
          Attributes?.ApproximateReceiveCount,
          Attributes?.MessageGroupId,
        ])
        .sort(),
    ).toEqual([
      ['q0', '1', 'tenant-1'],
      ['q1', '1', undefined],
    ]);
    expect(back.map(({ MessageId }) => MessageId)).not.toContain(looked?.MessageId);
    expect(bodiesOf(await slow.receive())).toEqual(['s0']);
  });

  test('runs one at a time, within its rate, and is listed while it runs', async () => {
    const { dead, list, start, finished } = await openQueues();
    await dead.send('a', 'b', 'c');

    const { TaskHandle } = await start({ MaxNumberOfMessagesPerSecond: 2 });
    expect(await list()).toMatchObject([
      {
        TaskHandle,
        Status: 'RUNNING',
        MaxNumberOfMessagesPerSecond: 2,
        ApproximateNumberOfMessagesToMove: 3,
      },
    ]);
    await expect(start()).rejects.toThrow(/There is already a task running/);
    await finished();
    await start();

    await finished();
    expect((await list()).map(({ Status }) => Status)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await list(1)).toMatchObject([{ ApproximateNumberOfMessagesMoved: 0 }]);
  });

  test('is refused for unknown queues, and for queues that are not dead-letter queues', async () => {
    const { client, quick, start } = await openQueues();
    const missing = 'arn:aws:sqs:us-east-1:000000000000:missing';

    for (const command of [
      new StartMessageMoveTaskCommand({ SourceArn: missing }),
      new ListMessageMoveTasksCommand({ SourceArn: missing }),
    ])
      await expect(client.send(command as StartMessageMoveTaskCommand)).rejects.toThrow(
        ResourceNotFoundException,
      );
    await expect(start({ DestinationArn: missing })).rejects.toThrow(ResourceNotFoundException);
    await expect(client.startMessageMoveTask({ SourceArn: quick.arn })).rejects.toThrow(
      /must be configured as a Dead Letter Queue/,
    );
  });
});
