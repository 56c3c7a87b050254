import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { callJson, type JsonService } from './awsJson.ts';
import { type Functions, PayloadTooLargeError } from './functions.ts';
import type { EventSourceDefinition } from './template/workers.ts';

const longPollSeconds = 20;
const pauseAfterErrorMilliseconds = 1000;
/** Requests and queues share this machine. While requests wait, a queue that uses its share of the cores pauses for this time. */
const courtesyMilliseconds = 40;
const fairShare = Math.ceil(availableParallelism() / 2);

interface EventSourcesOptions {
  readonly definitions: readonly EventSourceDefinition[];
  readonly sqs: JsonService;
  /** Returns SQS with the permissions of a function's role, with which Lambda receives the function's messages. */
  sqsAs(functionId: string): JsonService;
  readonly functions: Pick<Functions, 'invoke' | 'awaited'>;
  /** Ends the long polls that are waiting. */
  endPolls(): Promise<void>;
}

export interface EventSources {
  /** Stops receiving. Resolves when the received messages are done. */
  close(): Promise<void>;
  /** Resolves with true if no message is waiting, delayed or being processed. */
  areEmpty(): Promise<boolean>;
}

/** Delivers each queue's messages to its function, as Lambda's event source mappings do. */
export function startEventSources(options: EventSourcesOptions): EventSources {
  const { definitions, sqs } = options;
  let closing = false;
  const running = definitions.map((definition) => poll(definition, options, () => closing));
  return {
    close: async () => {
      closing = true;
      const done = Promise.all(running);
      const isDone = done.then(() => true);
      // One call would miss a poll that begins just afterwards.
      while (!(await Promise.race([isDone, options.endPolls().then(() => delay(50, false))])));
      await done;
    },
    areEmpty: async () => {
      const counts = await Promise.all(definitions.map(({ queueUrl }) => countMessages(sqs, queueUrl)));
      return counts.every((count) => count === 0);
    },
  };
}

async function poll(
  definition: EventSourceDefinition,
  options: EventSourcesOptions,
  isClosing: () => boolean,
): Promise<void> {
  const sqs = options.sqsAs(definition.functionId);
  const working = new Set<Promise<void>>();
  let isKnown = false;
  while (!isClosing()) {
    try {
      // Lambda reads a queue's attributes before it polls, and the role needs a permission for that too.
      if (!isKnown) await countMessages(sqs, definition.queueUrl);
      isKnown = true;
      if (options.functions.awaited > 0 && working.size >= fairShare) await delay(courtesyMilliseconds);
      if (isClosing()) break;
      const records = await receive(definition, sqs);
      if (records.length > 0) {
        const work = handle(records, definition, sqs, options).finally(() => working.delete(work));
        working.add(work);
      }
      while (working.size >= definition.maximumConcurrency) await Promise.race(working);
    } catch (error) {
      if (isClosing()) break;
      console.error(`Polling ${definition.queueUrl} failed:`, error);
      await delay(pauseAfterErrorMilliseconds);
    }
  }
  await Promise.all(working);
}

/** Invokes the function with a batch and deletes the messages that succeeded. The others become visible again. */
async function handle(
  records: readonly SQSRecord[],
  definition: EventSourceDefinition,
  sqs: JsonService,
  { functions }: EventSourcesOptions,
): Promise<void> {
  try {
    const event: SQSEvent = { Records: [...records] };
    const payload = await functions.invoke(definition.functionId, JSON.stringify(event));
    const failed = definition.reportsBatchItemFailures ? failedMessageIds(payload, records) : new Set();
    const done = records.filter(({ messageId }) => !failed.has(messageId));
    if (done.length > 0)
      await callJson(sqs, 'DeleteMessageBatch', {
        QueueUrl: definition.queueUrl,
        Entries: done.map(({ receiptHandle }, index) => ({
          Id: String(index),
          ReceiptHandle: receiptHandle,
        })),
      });
  } catch (error) {
    // The function's own failure is in its log. The messages stay until their visibility timeout is over.
    if (error instanceof PayloadTooLargeError) console.error(error);
  }
}

const batchResponseSchema = z.object({
  batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string().check(z.minLength(1)) }))),
});

/**
 * Returns the messages that failed, from the answer of a function that reports them (AWS Lambda, "Handling errors for an SQS event
 * source"). An empty answer means none. An answer that is malformed or names an unknown message means all.
 */
export function failedMessageIds(payload: string, records: readonly SQSRecord[]): ReadonlySet<string> {
  const sent = new Set(records.map(({ messageId }) => messageId));
  const answer: unknown = JSON.parse(payload);
  if (answer === null || answer === '') return new Set();
  const parsed = batchResponseSchema.safeParse(answer);
  if (!parsed.success) return sent;
  const failed = (parsed.data.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => sent.has(id)) ? new Set(failed) : sent;
}

const attributeSchema = z.object({
  DataType: z.string(),
  StringValue: z.optional(z.string()),
  BinaryValue: z.optional(z.string()),
});
const receivedSchema = z.object({
  Messages: z.optional(
    z.array(
      z.object({
        MessageId: z.string(),
        ReceiptHandle: z.string(),
        Body: z.string(),
        MD5OfBody: z.string(),
        Attributes: z._default(z.record(z.string(), z.string()), {}),
        MessageAttributes: z._default(z.record(z.string(), attributeSchema), {}),
      }),
    ),
  ),
});

async function receive(
  { queueUrl, queueArn, batchSize }: EventSourceDefinition,
  sqs: JsonService,
): Promise<SQSRecord[]> {
  const answer = await callJson(sqs, 'ReceiveMessage', {
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: longPollSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  return (receivedSchema.parse(answer).Messages ?? []).map((message) => ({
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
      ...message.Attributes,
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          dataType: DataType,
          ...(StringValue !== undefined && { stringValue: StringValue }),
          ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: sqs.region,
  }));
}

const countsSchema = z.object({ Attributes: z.record(z.string(), z.coerce.number()) });

async function countMessages(sqs: JsonService, queueUrl: string): Promise<number> {
  const answer = await callJson(sqs, 'GetQueueAttributes', {
    QueueUrl: queueUrl,
    AttributeNames: [
      'ApproximateNumberOfMessages',
      'ApproximateNumberOfMessagesNotVisible',
      'ApproximateNumberOfMessagesDelayed',
    ],
  });
  return Object.values(countsSchema.parse(answer).Attributes).reduce((sum, count) => sum + count, 0);
}
