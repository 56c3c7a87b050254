import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, tableName } from './client.ts';
import type { Key } from './keys.ts';
import { pause } from './pause.ts';

/** A write that is right whatever is stored, and however often it is made. Only the entity files of this room make them. */
export type Repeatable = { readonly put: Key & Record<string, unknown> } | { readonly remove: Key };

/** DynamoDB takes so many in a request (Amazon DynamoDB, "BatchWriteItem"). */
const batchSize = 25;
/** The pause after an answer that left something out, at most. */
const pauseMilliseconds = 500;

/**
 * Makes repeatable writes, of different items, in any order: each costs half of what it would cost in a transaction. Goes on
 * for `patienceMilliseconds` while the store does not answer, throttles or leaves some out, and then throws.
 */
export async function writeRepeatables(
  writes: readonly Repeatable[],
  patienceMilliseconds: number,
): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  const batches = Array.from({ length: Math.ceil(writes.length / batchSize) }, (_, index) =>
    writes.slice(index * batchSize, (index + 1) * batchSize),
  );
  await Promise.all(batches.map((batch) => writeBatch(batch.map(requestOf), deadline)));
}

async function writeBatch(requests: readonly object[], deadline: number): Promise<void> {
  let left: readonly object[] | undefined = requests;
  while (left) {
    try {
      left = await send(left);
      if (left && Date.now() >= deadline)
        throw new Error('DynamoDB left writes of a batch out again and again');
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
    if (left) await pause(pauseMilliseconds * Math.random());
  }
}

/** Returns the requests that DynamoDB left for another time; undefined when there are none. */
async function send(requests: readonly object[]): Promise<object[] | undefined> {
  const { UnprocessedItems } = await dynamo.send(
    new BatchWriteCommand({ RequestItems: { [tableName()]: [...requests] } }),
  );
  const left = UnprocessedItems?.[tableName()];
  return left && left.length > 0 ? left : undefined;
}

const requestOf = (write: Repeatable): object =>
  'put' in write
    ? { PutRequest: { Item: write.put } }
    : { DeleteRequest: { Key: { pk: write.remove.pk, sk: write.remove.sk } } };
