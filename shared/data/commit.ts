import { setTimeout as pause } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, tableName } from './client.ts';
import { ConflictError } from './conflict.ts';
import type { Key } from './keys.ts';
import { attributesOfLaterRelease } from './parse.ts';
import { table } from './table.ts';

const issued: unique symbol = Symbol('issued by shared/data');

interface Issued<T> {
  readonly [issued]: { readonly put: Put } | { readonly delete: Delete } | { readonly update: Update };
  /** The item as it is once it is committed. */
  readonly committed: T;
}

/**
 * A conditional write of one item, `T` once it is committed, that a person decided or a worker concluded. `commitChange` commits it
 * together with the record of the change. Only the entity files of this room make writes.
 */
export interface Change<T = unknown> extends Issued<T> {
  readonly kind: 'change';
}

/** A conditional write of an item that moves by itself: nobody decided it, so no record tells of it (`bookkeeping`). */
export interface Bookkeeping<T = unknown> extends Issued<T> {
  readonly kind: 'bookkeeping';
}

export type Write<T = unknown> = Change<T> | Bookkeeping<T>;

/** The items of several writes as they are once they are committed, in their order. */
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
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues: Record<string, unknown>;
};

const change = <T>(committed: T, write: Issued<T>[typeof issued]): Change<T> => ({
  kind: 'change',
  committed,
  [issued]: write,
});

/** Creates an item that must not exist yet. `place`: its key, and its keys in the indexes. */
export const creation = <T extends object>(place: Key, item: T): Change<T> =>
  change(item, { put: { Item: { ...item, ...place }, ConditionExpression: 'attribute_not_exists(pk)' } });

/** Creates an item that must not exist yet but as one that has expired: DynamoDB removes it some time after that. */
export const creationAfterExpiry = <T extends object>(place: Key, item: T, nowSeconds: number): Change<T> =>
  change(item, {
    put: {
      Item: { ...item, ...place },
      ConditionExpression: `attribute_not_exists(pk) OR ${table.timeToLive} <= :now`,
      ExpressionAttributeValues: { ':now': nowSeconds },
    },
  });

/**
 * Replaces an item with its next state, only if the stored one still has the revision it was derived from. Every change goes
 * through here, so one that reads, decides and writes never overwrites what happened in between, nor what a later release
 * stores that this one does not know (`parse.ts`).
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
 * Gives an item another key, with its next state, only if the stored one still has the revision it was derived from. What a later
 * release stores goes with it.
 */
export function relocation<T extends { readonly revision: number }>(
  { pk, sk }: Key,
  place: Key,
  item: T,
): [Change<T>, Change<undefined>] {
  const next = { ...item, revision: item.revision + 1 };
  return [
    creation(place, { ...attributesOfLaterRelease(item), ...next }),
    change(undefined, { delete: { Key: { pk, sk }, ...atRevisionOf(item) } }),
  ];
}

/** Removes an item that must still be there. */
export const removal = ({ pk, sk }: Key): Change<undefined> =>
  change(undefined, { delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' } });

/** Removes an item whose attributes still have these values; their names are no reserved words of DynamoDB. */
export const removalOfSeen = ({ pk, sk }: Key, seen: Readonly<Record<string, number>>): Change<undefined> =>
  change(undefined, {
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

/** Removes an item, if it is there: what is counted beside something goes with it. */
export const removalIfThere = ({ pk, sk }: Key): Change<undefined> =>
  change(undefined, { delete: { Key: { pk, sk } } });

/** Changes some attributes of an item that moves by updates and has no revision, whatever the others are. */
export const attributeUpdate = ({ pk, sk }: Key, update: Omit<Update, 'Key'>): Change<undefined> =>
  change(undefined, { update: { Key: { pk, sk }, ...update } });

/** The items that move by themselves. An item of any other kind is only written together with the record of its change. */
type BookkeepingKind =
  /** A person who belongs to no organization yet, and the account that they sign in with: no list of activity has a place for them. */
  | 'account'
  /** The first answer to requests with an `Idempotency-Key`. */
  | 'answer'
  /** A block of sealed activity. */
  | 'block'
  /** A delivery, its attempts, its place in the schedule, and whether its event was fanned out. */
  | 'delivery'
  /** What follows a recorded change of what it belongs to: members and endpoints of a deleted organization, items of a restored document. */
  | 'following'
  /** The marker of the table's stored format. */
  | 'format'
  /** What no client can reach any more, and how far its removal is. */
  | 'removal'
  /** A browser's session, or a sign-in that has begun. */
  | 'session'
  /** A file that no document is made of yet. */
  | 'upload'
  /** Counted views of people without an account, and the event that tells of them together. */
  | 'views';

/** Marks the write of an item that moves by itself. */
export const bookkeeping = <T>(_kind: BookkeepingKind, write: Write<T>): Bookkeeping<T> => ({
  ...write,
  kind: 'bookkeeping',
});

interface CommitOptions {
  /**
   * Commits go on being tried for this long while the store does not answer or throttles, after the SDK's own retries: for
   * the outcome of something that cannot be undone. Default: 0
   */
  readonly patienceMilliseconds?: number;
}

const patientPauseMilliseconds = 500;

/**
 * Writes items that move by themselves, all or nothing. Resolves with the items as they are then, and throws what `transact` throws.
 * Counters, leases and lanes move by updates of their own (`update.ts`).
 */
export const writeBookkeeping = <const W extends readonly Bookkeeping[]>(
  writes: W,
  options?: CommitOptions,
): Promise<Committed<W>> => transact(writes, options);

/**
 * Writes all or nothing, and resolves with the items as they are then. Only `writeBookkeeping` and `commitChange` call it. Throws a
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
  // A single conditional put costs half of what a transaction of one does.
  if (first && 'put' in first && others.length === 0)
    await dynamo.send(new PutCommand({ TableName: tableName(), ...first.put }));
  else if (first) await dynamo.send(new TransactWriteCommand({ TransactItems: writes.map(transactItem) }));
}

function transactItem({ [issued]: write }: Write) {
  if ('put' in write) return { Put: { TableName: tableName(), ...write.put } };
  return 'update' in write
    ? { Update: { TableName: tableName(), ...write.update } }
    : { Delete: { TableName: tableName(), ...write.delete } };
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(
      ({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict',
    );
  return error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
}
