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
  /** The maximum of concurrent invocations, at least 2. All queues together leave most of an account's default of 1000 to the API. */
  readonly maxConcurrency: number;
  /** The maximum of messages in an invocation. With more than 10, Lambda would have to wait for a batch to fill. */
  readonly batchSize: number;
  /** Names the alarm about dead letters. The entry of the consumer has the texts of the alarms. */
  readonly deadLetters: string;
  /** Names the alarm about messages that wait too long. */
  readonly delay?: string;
  /** Names the alarm about messages that no worker takes, for a queue whose work may take any time. */
  readonly abandoned?: string;
  /** The nested stack with the queue, its consumer and its alarms. Default: they are in the stack itself */
  readonly stack?: 'Mail' | 'Search';
}

/**
 * Each queue has a dead-letter queue. The other names of a queue follow from its name here. For example, the queue `slowProcessing` is
 * `slowProcessingQueue` among grants, `SLOW_PROCESSING_QUEUE_URL` in the environment, `SlowProcessingQueueUrl` among the outputs and
 * `slow-processing` on the command line.
 */
export const queues = {
  /**
   * Versions to be processed. Each takes two seconds at most, so ten workers keep up with a burst of a hundred uploads a minute. An
   * invocation gets one message, so that a file that crashes the process does not interrupt the processing of other files.
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
   * Versions whose files take longer, up to 20 s each. They have their own workers, so they do not delay other versions. At most four are
   * processed at the same time, for all organizations together.
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
   * Events to be fanned out. A batch of ten takes a tenth of a second, so ten workers fan out a thousand events a second. The events of one
   * organization in a batch are fanned out together. There are few workers, so that they hold few messages of a burst: an event of another
   * organization can overtake only messages that no worker holds yet.
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
   * Calls to webhook endpoints that answer quickly, or are not known to be slow. A message stands for an endpoint, not for a delivery. An
   * invocation gets one message, so that a busy endpoint does not share CPU and connections to DynamoDB with other endpoints.
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
   * Calls to slow endpoints, which may take a minute. They mostly wait, so ten share a worker. They have their own workers, so that only
   * slow endpoints wait for each other.
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
   * Deleted documents and organizations to be removed. A hundred versions take about a second, and nobody waits for it. An invocation gets
   * one message, because a document with many versions may need all of its time.
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
   * Pictures and copies to be made for readers of documents with rules. Each takes a minute at most, and a reader waits for it. An
   * invocation gets one message, as for processing, because it opens files that may be hostile.
   */
  preparations: {
    consumer: 'prepareCopy',
    eventSource: 'Queue',
    maxConcurrency: 10,
    batchSize: 1,
    deadLetters: 'PreparationDeadLetters',
    delay: 'PreparationDelay',
  },
  /**
   * Versions whose text is to be kept. Most take less than a second, and nobody waits for one. An invocation gets one message, because it
   * opens files that may be hostile.
   */
  texts: {
    consumer: 'keepText',
    eventSource: 'Queue',
    maxConcurrency: 6,
    batchSize: 1,
    deadLetters: 'TextDeadLetters',
    abandoned: 'TextsAbandoned',
  },
  /**
   * Documents whose entries in the search index are to be written or removed. Ten take a tenth of a second. Nothing is sent to it on a stage
   * without search.
   */
  indexing: {
    consumer: 'indexDocument',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 10,
    deadLetters: 'IndexingDeadLetters',
    delay: 'IndexingDelay',
    stack: 'Search',
  },
  /** Mails to be sent. One takes a fifth of a second. SES accepts 14 a second for most accounts, so few workers are enough. */
  mail: {
    consumer: 'sendMail',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 1,
    deadLetters: 'MailDeadLetters',
    delay: 'MailDelay',
    stack: 'Mail',
  },
  /**
   * Requests for access to documents. One takes a tenth of a second. The form answers before, so that its answer and its time do not depend
   * on the document.
   */
  accessRequests: {
    consumer: 'recordAccessRequest',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 1,
    deadLetters: 'AccessRequestDeadLetters',
    abandoned: 'AccessRequestsAbandoned',
    stack: 'Mail',
  },
  /** SES's events about mails, which EventBridge puts here. */
  mailEvents: {
    consumer: 'recordMailEvent',
    eventSource: 'Queue',
    maxConcurrency: 2,
    batchSize: 10,
    deadLetters: 'MailEventDeadLetters',
    abandoned: 'MailEventsAbandoned',
    stack: 'Mail',
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
