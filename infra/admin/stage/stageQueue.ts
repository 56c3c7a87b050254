import { setTimeout as delay } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { environment } from '../../../shared/runtime/environment.ts';
import { memory } from '../../../shared/runtime/memory.ts';
import { queueNames, separated } from '../../../shared/runtime/stores.ts';

/** The queues' URLs, by their names on the command line. */
const urls = new Map(
  queueNames.map((name) => [separated(name, '-'), environment(`${name}QueueUrl`)] as const),
);

const sqs = memory(() => new SQSClient());

const lookEveryMilliseconds = 500;

const number = z.coerce.number();
const queueAttributes = z.object({
  ApproximateNumberOfMessages: number,
  ApproximateNumberOfMessagesNotVisible: number,
  ApproximateNumberOfMessagesDelayed: number,
  RedrivePolicy: z.optional(z.string()),
});
type QueueAttributes = z.infer<typeof queueAttributes>;
const redrivePolicy = z.object({ deadLetterTargetArn: z.string() });

/** Returns the numbers of messages and of dead letters of a queue, as SQS counts them. */
export async function countMessages(name: string) {
  const url = urlOf(name);
  const own = await attributesOf(url);
  // Both queues are in one stack, so their URLs differ only in the name.
  const deadLettersUrl = url.replace(/[^/]*$/, deadLetterArnOf(own).split(':').at(-1) ?? '');
  const deadLetters = await attributesOf(deadLettersUrl);
  return {
    waiting: own.ApproximateNumberOfMessages,
    in_flight: own.ApproximateNumberOfMessagesNotVisible,
    delayed: own.ApproximateNumberOfMessagesDelayed,
    // A dead letter that somebody has received is in flight, and counts too.
    dead_letters: deadLetters.ApproximateNumberOfMessages + deadLetters.ApproximateNumberOfMessagesNotVisible,
  };
}

/**
 * Moves a queue's dead letters back. Resolves at the end of the move with the number of moved messages, and with the reason if some
 * messages are left. If another move is in progress, waits for the end of that move instead, because SQS makes one move at a time.
 */
export async function redriveQueue(
  name: string,
): Promise<{ readonly moved: number; readonly failure: string | undefined }> {
  const SourceArn = deadLetterArnOf(await attributesOf(urlOf(name)));
  const earlier = await latestMove(SourceArn);
  const isUnderWay = earlier?.Status === 'RUNNING';
  if (!isUnderWay) await sqs.current.send(new StartMessageMoveTaskCommand({ SourceArn }));
  for (;;) {
    const move = await latestMove(SourceArn);
    const isOurs = isUnderWay || move?.StartedTimestamp !== earlier?.StartedTimestamp;
    if (move && isOurs && !/^(RUNNING|CANCELLING)$/.test(move.Status ?? '')) return outcomeOf(move);
    await delay(lookEveryMilliseconds);
  }
}

const urlOf = (name: string): string => urls.get(name)?.() ?? '';

async function attributesOf(QueueUrl: string): Promise<QueueAttributes> {
  const { Attributes } = await sqs.current.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  return z.parse(queueAttributes, Attributes);
}

const deadLetterArnOf = ({ RedrivePolicy = '{}' }: QueueAttributes): string =>
  z.parse(redrivePolicy, JSON.parse(RedrivePolicy)).deadLetterTargetArn;

async function latestMove(SourceArn: string): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { Results = [] } = await sqs.current.send(
    new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }),
  );
  return Results[0];
}

const outcomeOf = (move: ListMessageMoveTasksResultEntry) => ({
  moved: move.ApproximateNumberOfMessagesMoved ?? 0,
  failure: move.Status === 'COMPLETED' ? undefined : (move.FailureReason ?? move.Status),
});
