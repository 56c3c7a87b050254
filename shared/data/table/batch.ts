import { setTimeout as pause } from 'node:timers/promises';
import { isAnswer } from '../../aws/errors.ts';
import type { Key } from '../keys/key.ts';
import { dynamo, tableName } from './client.ts';

/**
 * A write that can be repeated safely. The first attempt of a put needs no condition. `revision` is set if other processes may change the
 * item afterwards: a put that is repeated after a lost answer must not undo their changes.
 */
export type Repeatable =
  | { readonly put: Key & Record<string, unknown>; readonly revision?: number }
  | { readonly remove: Key };

/** The largest number of writes in a request (Amazon DynamoDB, "BatchWriteItem"). */
const batchSize = 25;
/** The longest pause before the rest is sent again. */
const pauseMilliseconds = 500;

/**
 * Makes repeatable writes of different items in any order. Each costs half as much as in a transaction. Retries for `patienceMilliseconds`
 * while DynamoDB does not answer, throttles or leaves out writes, and then throws.
 */
export async function writeRepeatables(
  writes: readonly Repeatable[],
  patienceMilliseconds: number,
): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  const batches = Array.from({ length: Math.ceil(writes.length / batchSize) }, (_, index) =>
    writes.slice(index * batchSize, (index + 1) * batchSize),
  );
  await Promise.all(batches.map((batch) => writeBatch(batch, deadline)));
}

async function writeBatch(writes: readonly Repeatable[], deadline: number): Promise<void> {
  let left: readonly object[] | undefined = writes.map(requestOf);
  while (left) {
    try {
      left = await send(left);
      if (left && Date.now() >= deadline)
        throw new Error('DynamoDB left writes of a batch out again and again');
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await pause(pauseMilliseconds * Math.random());
      return writeAgain(writes, deadline);
    }
    if (left) await pause(pauseMilliseconds * Math.random());
  }
}

/**
 * Repeats writes of which some may have been made. Writes with a revision are repeated one by one, unless the item has a later revision.
 */
async function writeAgain(writes: readonly Repeatable[], deadline: number): Promise<void> {
  const others: Repeatable[] = [];
  const repeated: Promise<void>[] = [];
  for (const write of writes) {
    if ('put' in write && write.revision !== undefined)
      repeated.push(putAgain(write.put, write.revision, deadline));
    else others.push(write);
  }
  if (others.length > 0) repeated.push(writeBatch(others, deadline));
  await Promise.all(repeated);
}

async function putAgain(Item: Record<string, unknown>, revision: number, deadline: number): Promise<void> {
  for (;;) {
    try {
      await dynamo.send('PutItem', {
        TableName: tableName(),
        Item,
        ConditionExpression: 'attribute_not_exists(pk) OR revision <= :revision',
        ExpressionAttributeValues: { ':revision': revision },
      });
      return;
    } catch (error) {
      if (isAnswer(error, 'ConditionalCheckFailedException')) return;
      if (Date.now() >= deadline) throw error;
      await pause(pauseMilliseconds * Math.random());
    }
  }
}

/** Returns the requests that DynamoDB did not process; undefined when there are none. */
async function send(requests: readonly object[]): Promise<object[] | undefined> {
  const { UnprocessedItems } = await dynamo.send('BatchWriteItem', {
    RequestItems: { [tableName()]: [...requests] },
  });
  const left = UnprocessedItems?.[tableName()];
  return left && left.length > 0 ? left : undefined;
}

const requestOf = (write: Repeatable): object =>
  'put' in write
    ? { PutRequest: { Item: write.put } }
    : { DeleteRequest: { Key: { pk: write.remove.pk, sk: write.remove.sk } } };
