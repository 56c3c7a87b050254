import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Action, PlainSqsError, type SqsMessage, type SqsQueue, SqsStore } from './fauxqs.ts';
import type { Storage } from './storage.ts';

interface MoveTask {
  readonly handle: string;
  readonly sourceArn: string;
  readonly destinationArn: string | undefined;
  readonly messagesPerSecond: number | undefined;
  readonly toMove: number;
  /** Epoch milliseconds. */
  readonly started: number;
  moved: number;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  failureReason?: string;
}

/** The number of messages moved before other work gets its turn. */
const chunk = 100;
/** Amazon SQS API Reference, "ListMessageMoveTasks": the most recent ones, up to ten. */
const tasksListed = 10;

const startSchema = z.object({
  SourceArn: z.string(),
  DestinationArn: z.optional(z.string()),
  MaxNumberOfMessagesPerSecond: z.optional(z.int().check(z.gte(1), z.lte(500))),
});
const listSchema = z.object({
  SourceArn: z.string(),
  MaxResults: z._default(z.int().check(z.gte(1), z.lte(tasksListed)), 1),
});

/**
 * The redrive of dead letters (Amazon SQS API Reference, "StartMessageMoveTask" and "ListMessageMoveTasks"). A moved message is a
 * new message with a new id and receive count. Messages in flight stay. If the host ends during a task, the task is lost, and the
 * rest of its messages are still dead letters.
 */
export class MessageMoves {
  readonly #store: SqsStore;
  readonly #storage: Storage;
  /** The tasks by the ARN of their source, newest first. */
  readonly #tasks = new Map<string, readonly MoveTask[]>();
  #closing = false;

  constructor(store: SqsStore, storage: Storage) {
    this.#store = store;
    this.#storage = storage;
  }

  /** Stops running tasks. */
  close(): void {
    this.#closing = true;
  }

  /** Throws an SqsError. */
  readonly start: Action = (input) => {
    const { SourceArn, DestinationArn, MaxNumberOfMessagesPerSecond } = parse(startSchema, input);
    const source = this.#existing(SourceArn, 'SourceArn');
    if (DestinationArn !== undefined) this.#existing(DestinationArn, 'DestinationArn');
    if (this.#sourcesOf(SourceArn).length === 0)
      throw invalid('Source queue must be configured as a Dead Letter Queue.');
    const earlier = this.#tasks.get(SourceArn) ?? [];
    if (earlier.some(({ status }) => status === 'RUNNING'))
      throw invalid(
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
      );
    // Ends visibility timeouts that are over, so that these messages are moved too.
    source.processTimers();
    const id = JSON.stringify({ taskId: crypto.randomUUID(), sourceArn: SourceArn });
    const task: MoveTask = {
      handle: Buffer.from(id).toString('base64'),
      sourceArn: SourceArn,
      destinationArn: DestinationArn,
      messagesPerSecond: MaxNumberOfMessagesPerSecond,
      toMove: source.messages.length,
      started: Date.now(),
      moved: 0,
      status: 'RUNNING',
    };
    this.#tasks.set(SourceArn, [task, ...earlier.slice(0, tasksListed - 1)]);
    void this.#run(task, source);
    return { TaskHandle: task.handle };
  };

  /** Throws an SqsError. */
  readonly list: Action = (input) => {
    const { SourceArn, MaxResults } = parse(listSchema, input);
    this.#existing(SourceArn, 'SourceArn');
    const tasks = (this.#tasks.get(SourceArn) ?? []).slice(0, MaxResults);
    return {
      Results: tasks.map((task) => ({
        // Only running tasks have a handle, which is for cancelling.
        ...(task.status === 'RUNNING' && { TaskHandle: task.handle }),
        Status: task.status,
        SourceArn: task.sourceArn,
        DestinationArn: task.destinationArn,
        MaxNumberOfMessagesPerSecond: task.messagesPerSecond,
        ApproximateNumberOfMessagesMoved: task.moved,
        ApproximateNumberOfMessagesToMove: task.toMove,
        FailureReason: task.failureReason,
        StartedTimestamp: task.started,
      })),
    };
  };

  async #run(task: MoveTask, source: SqsQueue): Promise<void> {
    try {
      // Moves only as many messages as there were at the start, so that a message that fails again is not moved forever.
      while (task.moved < task.toMove && source.messages.length > 0) {
        await (task.messagesPerSecond === undefined ? turn() : delay(1000 / task.messagesPerSecond));
        if (this.#closing) return;
        const count = task.messagesPerSecond === undefined ? chunk : 1;
        this.#storage.together(() => {
          for (let i = 0; i < count && this.#moveNext(task, source); i += 1);
        });
        if (task.failureReason !== undefined) break;
      }
    } catch (error) {
      console.error(error);
      task.failureReason = 'InternalError';
    }
    task.status = task.failureReason === undefined ? 'COMPLETED' : 'FAILED';
  }

  /** Moves one message. Returns false when there was none to move. */
  #moveNext(task: MoveTask, source: SqsQueue): boolean {
    const message = task.moved < task.toMove ? source.messages.shift() : undefined;
    if (!message) return false;
    const destination = this.#destinationOf(message, task);
    if (!destination) {
      source.messages.push(message);
      task.failureReason = 'CouldNotDetermineMessageSource';
      return false;
    }
    const { messageId, body, messageAttributes, messageGroupId } = message;
    this.#storage.deleteMessage(messageId);
    destination.enqueue(SqsStore.createMessage(body, messageAttributes, undefined, messageGroupId));
    task.moved += 1;
    return true;
  }

  #destinationOf({ messageId }: SqsMessage, task: MoveTask): SqsQueue | undefined {
    if (task.destinationArn !== undefined) return this.#store.getQueueByArn(task.destinationArn);
    const origin = this.#storage.deadLetterSource(messageId);
    // A message that was sent directly to the dead-letter queue has no source queue.
    return (origin && this.#store.getQueueByArn(origin)) || this.#sourcesOf(task.sourceArn)[0];
  }

  /** Returns the queues with this dead-letter queue. */
  #sourcesOf(deadLetterArn: string): SqsQueue[] {
    return [...this.#store.allQueues()].filter(({ attributes }) => {
      const policy = attributes.RedrivePolicy;
      return policy && JSON.parse(policy).deadLetterTargetArn === deadLetterArn;
    });
  }

  #existing(arn: string, parameter: string): SqsQueue {
    const queue = this.#store.getQueueByArn(arn);
    if (queue) return queue;
    throw new PlainSqsError(
      'ResourceNotFoundException',
      `The resource that you specified for the ${parameter} parameter doesn't exist.`,
      404,
    );
  }
}

const invalid = (message: string) => new PlainSqsError('InvalidParameterValue', message);

function parse<S extends z.ZodMiniObject>(schema: S, input: object): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error));
  return parsed.data;
}
