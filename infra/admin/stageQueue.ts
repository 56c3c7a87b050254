import { setTimeout as delay } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { StageResources } from '../dataRooms.ts';
import type { QueueName } from './arguments.ts';

const resourceOf = {
  processing: 'processingQueueUrl',
  events: 'eventsQueueUrl',
  deliveries: 'deliveriesQueueUrl',
  'slow-deliveries': 'slowDeliveriesQueueUrl',
} as const satisfies Record<QueueName, keyof StageResources>;

const lookEveryMilliseconds = 500;

interface Counts {
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
}
export interface QueueCounts {
  readonly own: Counts;
  readonly deadLetters: Counts;
}

const number = z.coerce.number();
const queueAttributes = z.object({
  ApproximateNumberOfMessages: number,
  ApproximateNumberOfMessagesNotVisible: number,
  ApproximateNumberOfMessagesDelayed: number,
  RedrivePolicy: z.optional(z.string()),
});
const redrivePolicy = z.object({ deadLetterTargetArn: z.string() });

/** A queue of a stage, with its dead letters. */
export class StageQueue {
  readonly #sqs = new SQSClient();
  readonly #url: string;

  constructor(resources: StageResources, name: QueueName) {
    this.#url = resources[resourceOf[name]];
  }

  async counts(): Promise<QueueCounts> {
    const [own, deadLetterArn] = await this.#look();
    // Both are queues of one stack, whose URLs differ in the name only.
    const deadLettersUrl = this.#url.replace(/[^/]*$/, deadLetterArn.split(':').at(-1) ?? '');
    return { own: countsOf(own), deadLetters: countsOf(await this.#attributes(deadLettersUrl)) };
  }

  /**
   * Moves the dead letters back. Resolves when that has ended, with how many were moved, and why not all, if so. A move
   * that is under way is followed instead: SQS makes one at a time.
   */
  async redrive(): Promise<{ readonly moved: number; readonly failure: string | undefined }> {
    const [, SourceArn] = await this.#look();
    const earlier = await this.#latestMove(SourceArn);
    const isUnderWay = earlier?.Status === 'RUNNING';
    if (!isUnderWay) await this.#sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
    for (;;) {
      const move = await this.#latestMove(SourceArn);
      const isOurs = isUnderWay || move?.StartedTimestamp !== earlier?.StartedTimestamp;
      if (move && isOurs && !/^(RUNNING|CANCELLING)$/.test(move.Status ?? '')) return outcomeOf(move);
      await delay(lookEveryMilliseconds);
    }
  }

  async #look() {
    const attributes = await this.#attributes(this.#url);
    const { deadLetterTargetArn } = z.parse(redrivePolicy, JSON.parse(attributes.RedrivePolicy ?? '{}'));
    return [attributes, deadLetterTargetArn] as const;
  }

  async #attributes(QueueUrl: string) {
    const { Attributes } = await this.#sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    return z.parse(queueAttributes, Attributes);
  }

  async #latestMove(SourceArn: string): Promise<ListMessageMoveTasksResultEntry | undefined> {
    const { Results = [] } = await this.#sqs.send(
      new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }),
    );
    return Results[0];
  }
}

const countsOf = (attributes: z.infer<typeof queueAttributes>): Counts => ({
  waiting: attributes.ApproximateNumberOfMessages,
  inFlight: attributes.ApproximateNumberOfMessagesNotVisible,
  delayed: attributes.ApproximateNumberOfMessagesDelayed,
});

const outcomeOf = (move: ListMessageMoveTasksResultEntry) => ({
  moved: move.ApproximateNumberOfMessagesMoved ?? 0,
  failure: move.Status === 'COMPLETED' ? undefined : (move.FailureReason ?? move.Status),
});
