/** The parts of fauxqs that its package does not export. The version of fauxqs is pinned in package.json. */
import type { DatabaseSync } from 'node:sqlite';
import type { BuildAppOptions } from 'fauxqs';

export type SqsStore = NonNullable<BuildAppOptions['stores']>['sqsStore'];
type SnsStore = NonNullable<BuildAppOptions['stores']>['snsStore'];
export type SqsQueue = NonNullable<ReturnType<SqsStore['getQueue']>>;
export type SqsMessage = SqsQueue['messages'][number];
/** A message in flight. */
export type InFlightEntry = SqsQueue['inflightMessages'] extends Map<string, infer Entry> ? Entry : never;
/** fauxqs's class without its private members, so that a subclass can use its database. */
type Persistence = { [Name in keyof PrivatePersistence]: PrivatePersistence[Name] } & {
  readonly db: DatabaseSync;
};
type PrivatePersistence = NonNullable<SqsQueue['persistence']>;

export type Input = Readonly<Record<string, unknown>>;
/** One SQS action: returns the JSON of its output for the JSON of its input. Throws an SqsError. */
export type Action = (
  input: Input,
  store: SqsStore,
  request: { readonly headers: { readonly host?: string; readonly authorization?: string } },
) => object | Promise<object>;

interface SqsErrorType extends Error {
  readonly statusCode: number;
  /** `x-amzn-query-error`, from which clients of the older query protocol read the error. */
  readonly queryErrorHeader: string;
  toJSON(): object;
}

export const { SqsStore } = await part<{
  SqsStore: (new () => SqsStore) & {
    createMessage(
      body: string,
      attributes: SqsMessage['messageAttributes'],
      delaySeconds?: number,
      groupId?: string,
    ): SqsMessage;
  };
}>('sqs/sqsStore.js');
export const { SnsStore } = await part<{ SnsStore: new () => SnsStore }>('sns/snsStore.js');
export const { PersistenceManager } = await part<{
  PersistenceManager: new (directory: string) => Persistence;
}>('persistence.js');
export const { SqsError } = await part<{
  SqsError: new (code: string, message: string, status?: number) => SqsErrorType;
}>('common/errors.js');

/**
 * An error whose header has the code without a prefix. The SDK takes the class of an error from this header, and fauxqs always adds a
 * prefix, which is wrong for some classes.
 */
export class PlainSqsError extends SqsError {
  override readonly queryErrorHeader: string;

  constructor(code: string, message: string, status?: number) {
    super(code, message, status);
    this.queryErrorHeader = `${code};Sender`;
  }
}

const actionNames = [
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'CreateQueue',
  'DeleteMessage',
  'DeleteMessageBatch',
  'DeleteQueue',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListQueueTags',
  'ListQueues',
  'PurgeQueue',
  'ReceiveMessage',
  'SendMessage',
  'SendMessageBatch',
  'SetQueueAttributes',
  'TagQueue',
  'UntagQueue',
] as const;

export const actions = Object.fromEntries(
  await Promise.all(
    actionNames.map(async (name) => {
      const exported = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      const module = await part<Readonly<Record<string, Action>>>(`sqs/actions/${exported}.js`);
      return [name, module[exported]];
    }),
  ),
) as Readonly<Record<(typeof actionNames)[number], Action>>;

async function part<T>(path: string): Promise<T> {
  return import(new URL(path, import.meta.resolve('fauxqs')).href) as Promise<T>;
}
