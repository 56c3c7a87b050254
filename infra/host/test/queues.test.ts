import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callJson, type JsonService } from '../awsJson.ts';
import { failedMessageIds, startEventSources } from '../eventSources.ts';
import { type Stores, startStores } from '../stores.ts';
import type { QueueDefinition } from '../template/stores.ts';
import { eventually, readStackOf } from './fixture.ts';
import { directoryOfTests } from './ownDirectory.ts';

const region = 'us-east-1';
const directory = directoryOfTests();
let stores: Stores;
let sqs: JsonService;

beforeAll(async () => {
  stores = await open();
});

afterAll(async () => {
  await stores.close();
});

async function open(): Promise<Stores> {
  const opened = await startStores({ dataDirectory: directory, region });
  sqs = opened.sqs;
  return opened;
}

let count = 0;
let work: QueueDefinition;
let dead: QueueDefinition;

beforeEach(async () => {
  count += 1;
  const [deadId, workId] = [`Dead${count}`, `Work${count}`];
  const queue = (Properties: object) => ({ Type: 'AWS::SQS::Queue', Properties: { ...Properties } });
  const RedrivePolicy = { deadLetterTargetArn: { 'Fn::GetAtt': [deadId, 'Arn'] }, maxReceiveCount: 2 };
  const { stack } = readStackOf(
    { resources: { [deadId]: queue({}), [workId]: queue({ VisibilityTimeout: 1, RedrivePolicy }) } },
    { region, queueEndpoint: sqs.endpoint },
  );
  await stores.provision(stack);
  [dead, work] = stack.queues as [QueueDefinition, QueueDefinition];
});

const send = (...bodies: string[]) =>
  callJson(sqs, 'SendMessageBatch', {
    QueueUrl: work.url,
    Entries: bodies.map((body, index) => ({ Id: String(index), MessageBody: body })),
  });

const bodiesIn = async ({ url }: QueueDefinition): Promise<string[]> => {
  const answer = await callJson(sqs, 'ReceiveMessage', {
    QueueUrl: url,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: 0,
  });
  return ((answer as { Messages?: { Body: string }[] }).Messages ?? []).map(({ Body }) => Body);
};

/** Consumes the work queue with a function that gives these answers, and records the messages that it gets. */
function consume(
  answer: (event: SQSEvent) => unknown,
  settings: { reportsBatchItemFailures?: boolean } = {},
  awaited = 0,
) {
  const received: SQSRecord[] = [];
  const sources = startEventSources({
    definitions: [
      {
        queueUrl: work.url,
        queueArn: work.arn,
        functionId: 'Worker',
        batchSize: 10,
        maximumConcurrency: 2,
        reportsBatchItemFailures: true,
        ...settings,
      },
    ],
    sqsAs: () => sqs,
    sqs,
    functions: {
      awaited,
      invoke: async (_, event) => {
        const parsed: SQSEvent = JSON.parse(event);
        received.push(...parsed.Records);
        return JSON.stringify((await answer(parsed)) ?? null);
      },
    },
    endPolls: () => stores.endPolls(),
  });
  /** Resolves when all messages are consumed and no invocation runs. */
  const end = async () => {
    await eventually(async () => (await sources.areEmpty()) || undefined);
    await sources.close();
  };
  return { received, sources, end };
}

describe('an event source', () => {
  test('sends messages as Lambda does, and deletes them after a success', async () => {
    const { received, end } = consume(() => undefined);
    await callJson(sqs, 'SendMessage', {
      QueueUrl: work.url,
      MessageBody: 'hello',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'greeting' } },
    });
    await end();

    expect(received).toEqual([
      {
        messageId: expect.any(String),
        receiptHandle: expect.any(String),
        body: 'hello',
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
        }),
        messageAttributes: { kind: { dataType: 'String', stringValue: 'greeting' } },
        md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
        eventSource: 'aws:sqs',
        eventSourceARN: work.arn,
        awsRegion: region,
      },
    ]);
  });

  test('returns only the messages that the function names, and later moves them to the dead letters', async () => {
    await send('good', 'bad');
    const { received, end } = consume(({ Records }) => ({
      batchItemFailures: Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    }));
    await end();

    const counts = received.map(({ body, attributes }) => [body, attributes.ApproximateReceiveCount]);
    expect(counts).toEqual([
      ['good', '1'],
      ['bad', '1'],
      ['bad', '2'],
    ]);
    expect(await bodiesIn(dead)).toEqual(['bad']);
  });

  test.for([0, 1])(
    'finishes taken messages before it closes, and takes no more (%d awaited)',
    async (awaited) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { received, sources } = consume(() => promise, {}, awaited);
      await send('taken');
      await eventually(() => received[0]);

      const closing = sources.close();
      await send('left');
      resolve();
      await closing;

      expect(received.map(({ body }) => body)).toEqual(['taken']);
      expect(await bodiesIn(work)).toEqual(['left']);
    },
  );
});

describe('failedMessageIds', () => {
  const record = (messageId: string): SQSRecord => ({
    messageId,
    receiptHandle: '',
    body: '',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  });

  test.for([
    [null, []],
    [{ batchItemFailures: null }, []],
    [{ batchItemFailures: [{ itemIdentifier: 'b' }] }, ['b']],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }, ['a', 'b']],
    [{ batchItemFailures: [{ itemIdentifier: 'c' }] }, ['a', 'b']],
  ] as const)('of %j', ([answer, failed]) => {
    expect([...failedMessageIds(JSON.stringify(answer), [record('a'), record('b')])]).toEqual(failed);
  });
});
