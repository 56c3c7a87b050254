import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, tableName } from './client.ts';
import type { Key } from './keys.ts';
import { pause } from './pause.ts';

const issued: unique symbol = Symbol('issued by shared/data');

/** A conditional change of one item. Only the entity files of this room make them. */
export interface Write {
  readonly [issued]: { readonly put: Put } | { readonly delete: Delete };
}

interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}
type Put = Condition & { readonly Item: Key & Record<string, unknown> };
type Delete = Condition & { readonly Key: Key };

const unchanged = (revision: number): Condition => ({
  ConditionExpression: 'revision = :revision',
  ExpressionAttributeValues: { ':revision': revision },
});

/** An item that must not exist yet. */
export const creation = (item: Key & Record<string, unknown>): Write => ({
  [issued]: { put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
});

/**
 * The next state of an item, written only if the stored one still has the revision it was derived from. Every change
 * goes through here, so whoever reads, decides and writes never overwrites what happened in between.
 */
export const replacement = (item: Key & { readonly revision: number } & Record<string, unknown>): Write => ({
  [issued]: { put: { Item: { ...item, revision: item.revision + 1 }, ...unchanged(item.revision) } },
});

/** An item that must still be there, and is not to be afterwards. */
export const removal = ({ pk, sk }: Key): Write => ({
  [issued]: { delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' } },
});

/** Something else changed an item in between: load again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Writes all or nothing: the only way state gets into the table (counters, due times and lanes move on their own). Throws a
 * ConflictError when a condition no longer holds, and whatever DynamoDB throws after the SDK's own retries.
 */
export async function commit(...writes: readonly [Write, ...Write[]]): Promise<void> {
  const [first, ...others] = writes.map((write) => write[issued]);
  try {
    // A single conditional put costs half of what a transaction of one does.
    if (first && 'put' in first && others.length === 0)
      await dynamo.send(new PutCommand({ TableName: tableName(), ...first.put }));
    else await dynamo.send(new TransactWriteCommand({ TransactItems: writes.map(transactItem) }));
  } catch (error) {
    if (isConflict(error)) throw new ConflictError('an item changed in between', { cause: error });
    throw error;
  }
}

function transactItem({ [issued]: write }: Write) {
  return 'put' in write
    ? { Put: { TableName: tableName(), ...write.put } }
    : { Delete: { TableName: tableName(), ...write.delete } };
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(
      ({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict',
    );
  return error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
}

/** Long enough for dozens of clients that change one item at once, and well within what API Gateway waits. */
const patienceMilliseconds = 10_000;
const longestPauseMilliseconds = 400;

/**
 * Runs load, guard and commit again when something else changed the same items in between, after a random pause that may
 * grow up to 400 ms. After 10 seconds the ConflictError reaches the caller.
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ConflictError) || Date.now() > deadline) throw error;
      await pause(Math.random() * Math.min(10 * 2 ** attempt, longestPauseMilliseconds));
    }
  }
}
