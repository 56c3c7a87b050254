/**
 * The stores and queues of a stage. The stack, the functions, the command line and the tests take their names from here. A new
 * queue needs a row here, a file in `shared/queues` that sends its messages, and a consumer: an entry in
 * `infra/functions/others.ts` and a file in `functions/workers`.
 */

export interface QueueRow {
  /** The function that takes its messages: a name in `infra/functions/others.ts`. */
  readonly consumer: string;
  /** Names the event source within its consumer, in the template. */
  readonly eventSource: 'Queue' | 'Quick' | 'Slow';
  /** Invocations at the same time, at least 2. All queues together leave most of an account's first 1000 to the API. */
  readonly maxConcurrency: number;
  /** Messages in an invocation. Lambda waits for more to come only beyond 10. */
  readonly batchSize: number;
  /** Names the alarm about dead letters. The consumer's entry has the words of it and of the next. */
  readonly deadLetters: string;
  /** Names the alarm about messages that wait too long. */
  readonly delay?: string;
  /** Names the alarm about messages that no worker takes, for a queue whose work may take any time. */
  readonly abandoned?: string;
  /** The queue, its consumer and its alarms are in the nested stack of mail. Default: they are in the stack itself */
  readonly isOfMail?: true;
}

/**
 * Each queue has a dead-letter queue. The name of one makes its other names: the queue `slowProcessing` is
 * `slowProcessingQueue` among grants, `SLOW_PROCESSING_QUEUE_URL` in the environment, `SlowProcessingQueueUrl` among the outputs
 * and `slow-processing` on the command line.
 */
export const queues = {
  /**
   * Versions to be processed. They take a second or two each at most: ten workers clear a burst of one organization's hundred
   * uploads a minute. One at a time: a file that brings the process down takes no other file's message with it.
   */
  processing: {
    consumer: 'processVersion',
    eventSource: 'Queue',
    maxConcurrency: 10,
    batchSize: 1,
    deadLetters: 'DeadLetters',
    delay: 'ProcessingDelay',
  },
  /**
   * Versions whose files take longer, up to 20 s each. They have workers of their own and take none from the others. All
   * organizations together have four of them in process at once.
   */
  slowProcessing: {
    consumer: 'processVersion',
    eventSource: 'Slow',
    maxConcurrency: 4,
    batchSize: 1,
    deadLetters: 'SlowDeadLetters',
    abandoned: 'SlowProcessingAbandoned',
  },
  /**
   * Events to be fanned out. Ten take a tenth of a second: a thousand events a second. Those of one organization are fanned out together.
   * There are few workers, because no message overtakes the messages that they hold: a burst of one organization must leave room for the
   * next event of another.
   */
  events: {
    consumer: 'fanOutEvent',
    eventSource: 'Queue',
    maxConcurrency: 10,
    batchSize: 10,
    deadLetters: 'EventDeadLetters',
    delay: 'EventDelay',
  },
  /**
   * Calls to webhook endpoints that answer quickly, or are not known to be slow. A message stands for an endpoint, not for a
   * delivery. One at a time: a busy endpoint has the process to itself, its connections to DynamoDB and its CPU.
   */
  deliveries: {
    consumer: 'deliverWebhook',
    eventSource: 'Quick',
    maxConcurrency: 200,
    batchSize: 1,
    deadLetters: 'DeliveryDeadLetters',
    delay: 'DeliveryDelay',
  },
  /**
   * Calls to slow endpoints, which may take a minute. They mostly wait, so ten share a worker. They have workers of their own:
   * only slow endpoints wait for each other.
   */
  slowDeliveries: {
    consumer: 'deliverWebhook',
    eventSource: 'Slow',
    maxConcurrency: 50,
    batchSize: 10,
    deadLetters: 'SlowDeliveryDeadLetters',
    abandoned: 'SlowDeliveriesAbandoned',
  },
  /**
   * Deleted documents and organizations to be removed. A hundred versions take a second or so, and nobody waits for it. One at
   * a time: a document with many versions takes as long as an invocation has.
   */
  removals: {
    consumer: 'removeDeleted',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 1,
    deadLetters: 'RemovalDeadLetters',
    abandoned: 'RemovalsAbandoned',
  },
  /**
   * Pictures and copies to be made for readers of documents with rules. Each takes a minute at most, and a reader waits for it. One at a
   * time, as for processing: hostile files are opened.
   */
  preparations: {
    consumer: 'prepareCopy',
    eventSource: 'Queue',
    maxConcurrency: 10,
    batchSize: 1,
    deadLetters: 'PreparationDeadLetters',
    delay: 'PreparationDelay',
  },
  /** Mails to be sent. One takes a fifth of a second. SES accepts 14 a second for most accounts, so few workers are enough. */
  mail: {
    consumer: 'sendMail',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 1,
    deadLetters: 'MailDeadLetters',
    delay: 'MailDelay',
    isOfMail: true,
  },
  /** SES's events about mails, which EventBridge puts here. */
  mailEvents: {
    consumer: 'recordMailEvent',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 10,
    deadLetters: 'MailEventDeadLetters',
    abandoned: 'MailEventsAbandoned',
    isOfMail: true,
  },
} as const satisfies Record<string, QueueRow>;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];

/** The stores, by their variable in `environmentNames`, with the stack's outputs of the same values. */
const stores = {
  tableName: 'TableName',
  bucketName: 'BucketName',
  /** The KMS key that encrypts signing secrets. */
  webhookKeyId: 'WebhookKeyArn',
  /** The KMS key that signs heads of audit chains, and the bucket that keeps them. */
  auditKeyId: 'AuditKeyArn',
  auditBucketName: 'AuditBucketName',
} as const;

export type StoreVariable = keyof typeof stores | `${QueueName}QueueUrl`;

export const capitalized = <T extends string>(name: T) =>
  (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<T>;

/** The stack's outputs for all stores and queues, by their variables. */
export const storeOutputs = {
  ...stores,
  ...Object.fromEntries(queueNames.map((name) => [`${name}QueueUrl`, `${capitalized(name)}QueueUrl`])),
} as Readonly<Record<StoreVariable, string>>;

/** Returns a name's words in lower case with a separator between them: `slow-processing`. */
export const separated = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (capital) => separator + capital.toLowerCase());
