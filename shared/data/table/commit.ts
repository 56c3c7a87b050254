import { setTimeout as pause } from 'node:timers/promises';
import { isAnswer } from '../../aws/errors.ts';
import type { Key } from '../keys/key.ts';
import { dynamo, tableName } from './client.ts';
import { ConflictError } from './conflict.ts';
import { attributesOfLaterRelease } from './parse.ts';
import { table } from './table.ts';

const issued: unique symbol = Symbol('issued by shared/data');

interface Issued<T> {
  readonly [issued]: { readonly put: Put } | { readonly delete: Delete } | { readonly update: Update };
  /** The item as it is once it is committed. */
  readonly committed: T;
}

/**
 * A conditional write of one item, for a decision of a person or a worker. `T`: the item after the commit. `commitChange` commits it
 * together with the record of the change. Only the entity files of this folder make writes.
 */
export interface Change<T = unknown> extends Issued<T> {
  readonly kind: 'change';
}

/** A conditional write that nobody decided, so that it has no record (`bookkeeping`). */
export interface Bookkeeping<T = unknown> extends Issued<T> {
  readonly kind: 'bookkeeping';
}

export type Write<T = unknown> = Change<T> | Bookkeeping<T>;

/** The items of several writes after the commit, in their order. */
export type Committed<W extends readonly Issued<unknown>[]> = {
  -readonly [I in keyof W]: W[I] extends Issued<infer T> ? T : never;
};

interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}
type Put = Condition & { readonly Item: Key };
type Delete = Partial<Condition> & { readonly Key: Key };
type Update = {
  readonly Key: Key;
  readonly ConditionExpression?: string;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
};

const change = <T>(committed: T, write: Issued<T>[typeof issued]): Change<T> => ({
  kind: 'change',
  committed,
  [issued]: write,
});

/** Creates an item that must not exist yet. `place`: its key, and its keys in the indexes. */
export const creation = <T extends object>(place: Key, item: T): Change<T> =>
  change(item, { put: { Item: { ...item, ...place }, ConditionExpression: 'attribute_not_exists(pk)' } });

/** Creates an item that must not exist yet, unless it has expired: DynamoDB removes expired items some time later. */
export const creationAfterExpiry = <T extends object>(place: Key, item: T, nowSeconds: number): Change<T> =>
  change(item, {
    put: {
      Item: { ...item, ...place },
      ConditionExpression: `attribute_not_exists(pk) OR ${table.timeToLive} <= :now`,
      ExpressionAttributeValues: { ':now': nowSeconds },
    },
  });

/**
 * Replaces an item with its next state, if the stored item still has the revision that the next state was made from. Every change uses this
 * function. So no change overwrites a change made meanwhile, or attributes of a later release that this release does not know (`parse.ts`).
 */
export function replacement<T extends { readonly revision: number }>(place: Key, item: T): Change<T> {
  const next = { ...item, revision: item.revision + 1 };
  const Item = { ...attributesOfLaterRelease(item), ...next, ...place };
  return change(next, { put: { Item, ...atRevisionOf(item) } });
}

const atRevisionOf = ({ revision }: { readonly revision: number }): Condition => ({
  ConditionExpression: 'revision = :revision',
  ExpressionAttributeValues: { ':revision': revision },
});

/**
 * Moves an item to another key with its next state, if the stored item still has the revision that the next state was made from. Attributes
 * of a later release move with it.
 */
export function relocation<T extends { readonly revision: number }>(
  from: Key,
  place: Key,
  item: T,
): [Change<T>, Change<undefined>] {
  const next = { ...item, revision: item.revision + 1 };
  return [creation(place, { ...attributesOfLaterRelease(item), ...next }), removalAt(from, item)];
}

/** Removes an item that must still be there. */
export const removal = ({ pk, sk }: Key): Change<undefined> =>
  change(undefined, { delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' } });

/** Removes an item, if the stored item still has the revision of the given state. */
export const removalAt = ({ pk, sk }: Key, item: { readonly revision: number }): Change<undefined> =>
  change(undefined, { delete: { Key: { pk, sk }, ...atRevisionOf(item) } });

/** Removes an item whose attributes still have these values. Their names must not be reserved words of DynamoDB. */
export const removalOfSeen = (
  { pk, sk }: Key,
  seen: Readonly<Record<string, number | string>>,
): Change<undefined> => {
  return change(undefined, {
    delete: {
      Key: { pk, sk },
      ConditionExpression: Object.keys(seen)
        .map((name) => `${name} = :${name}`)
        .join(' AND '),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(seen).map(([name, value]) => [`:${name}`, value]),
      ),
    },
  });
};

/** Removes an item, if it exists. */
export const removalIfThere = ({ pk, sk }: Key): Change<undefined> =>
  change(undefined, { delete: { Key: { pk, sk } } });

/** Changes some attributes of an item without a revision. Without a condition, it does so for any item, and creates a missing item. */
export const attributeUpdate = ({ pk, sk }: Key, update: Omit<Update, 'Key'>): Change<undefined> =>
  change(undefined, { update: { Key: { pk, sk }, ...update } });

/** The items that are written without a record. Items of all other kinds are written only together with the record of their change. */
type BookkeepingKind =
  /** A person without an organization, and the account that they sign in with: no list of activity has a place for them. */
  | 'account'
  /** The first answer to requests with an `Idempotency-Key`. */
  | 'answer'
  /** A block of sealed activity. */
  | 'block'
  /** A delivery, its attempts, its place in the schedule, and whether its event was fanned out. */
  | 'delivery'
  /** What follows a recorded change: members and endpoints of a deleted organization, items of a restored document. */
  | 'following'
  /** The marker of the table's stored format. */
  | 'format'
  /** A mail that the service is to send, and how many mails about a version were made. */
  | 'mail'
  /** What a person chose for themselves only. It changes nothing in an organization. */
  | 'preference'
  /** Data that no client can reach any more, and the progress of its removal. */
  | 'removal'
  /** A browser's session, or a sign-in that has begun. */
  | 'session'
  /** A part of a change that has too many writes for one transaction. The last part has the record. */
  | 'staged'
  /** An uploaded file without a document. */
  | 'upload'
  /** Counted views of people without an account, and the one event for all of them. */
  | 'views';

/** Marks a write as one that has no record. */
export const bookkeeping = <T>(_kind: BookkeepingKind, write: Write<T>): Bookkeeping<T> => ({
  ...write,
  kind: 'bookkeeping',
});

interface CommitOptions {
  /**
   * The time for which a commit is retried while DynamoDB does not answer or throttles, after the SDK's own retries: for outcomes that
   * cannot be undone. Default: 0
   */
  readonly patienceMilliseconds?: number;
}

const patientPauseMilliseconds = 500;

/**
 * Writes items that have no record, all or nothing. Resolves with the items after the commit, and throws what `transact` throws.
 * Counters, leases and lanes are updated in place instead (`update.ts`).
 */
export const writeBookkeeping = <const W extends readonly Bookkeeping[]>(
  writes: W,
  options?: CommitOptions,
): Promise<Committed<W>> => transact(writes, options);

/**
 * Writes all or nothing, and resolves with the items after the commit. Only `writeBookkeeping` and `commitChange` call it. Throws a
 * ConflictError when a condition no longer holds, and DynamoDB's error after the SDK's own retries.
 */
export async function transact<const W extends readonly Write[]>(
  writes: W,
  { patienceMilliseconds = 0 }: CommitOptions = {},
): Promise<Committed<W>> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    try {
      await send(writes);
      return writes.map(({ committed }) => committed) as Committed<W>;
    } catch (error) {
      if (isConflict(error)) throw new ConflictError('an item changed in between', { cause: error });
      if (Date.now() >= deadline) throw error;
      await pause(patientPauseMilliseconds * (0.5 + Math.random()));
    }
  }
}

async function send(writes: readonly Write[]): Promise<void> {
  const [first, ...others] = writes.map((write) => write[issued]);
  // A single conditional put costs half as much as a transaction with one write.
  if (first && 'put' in first && others.length === 0)
    await dynamo.send('PutItem', { TableName: tableName(), ...first.put });
  else if (first) await dynamo.send('TransactWriteItems', { TransactItems: writes.map(transactItem) });
}

function transactItem({ [issued]: write }: Write) {
  if ('put' in write) return { Put: { TableName: tableName(), ...write.put } };
  return 'update' in write
    ? { Update: { TableName: tableName(), ...write.update } }
    : { Delete: { TableName: tableName(), ...write.delete } };
}

function isConflict(error: unknown): boolean {
  if (isAnswer(error, 'TransactionCanceledException'))
    return (error.CancellationReasons ?? []).some(
      ({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict',
    );
  return isAnswer(error, 'ConditionalCheckFailedException', 'TransactionConflictException');
}
