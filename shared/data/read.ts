import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamo, tableName } from './client.ts';
import type { Key } from './keys.ts';
import { pause } from './pause.ts';
import { listIndex } from './table.ts';

type Item = Record<string, unknown>;

/** The pauses between them add up to about a second and a half. */
const maxBatchAttempts = 6;

/**
 * Up to 100 items in one strongly consistent round trip, in the order of their keys; undefined where there is none, and
 * where the key is null. DynamoDB may leave some for another request when it is busy or they exceed 16 MB.
 */
export async function readItems(...keys: readonly (Key | null)[]): Promise<(Item | undefined)[]> {
  const found: Item[] = [];
  let pending: Item[] = keys.flatMap((key) => (key ? [{ ...key }] : []));
  for (let attempt = 1; pending.length > 0; attempt++) {
    if (attempt > maxBatchAttempts) throw new Error('DynamoDB left items of a batch unread again and again');
    if (attempt > 1) await pause(Math.random() * 25 * 2 ** attempt);
    const { Responses, UnprocessedKeys } = await dynamo.send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[tableName()] ?? []));
    pending = UnprocessedKeys?.[tableName()]?.Keys ?? [];
  }
  return keys.map((key) => found.find((item) => item.pk === key?.pk && item.sk === key?.sk));
}

/** The first `count` items of a query, or all of them; further requests included where 1 MB ends a response early. */
export async function queryItems(
  query: Omit<QueryCommandInput, 'TableName'>,
  count = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let start = query.ExclusiveStartKey;
  do {
    const { Items, LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        ...query,
        TableName: tableName(),
        ExclusiveStartKey: start,
        ...(Number.isFinite(count) && { Limit: count - items.length }),
      }),
    );
    items.push(...(Items ?? []));
    start = LastEvaluatedKey;
  } while (start && items.length < count);
  return items;
}

/** Everything in one partition of the list index, in its order. */
export const queryList = (partition: string): Promise<Item[]> =>
  queryItems({
    IndexName: listIndex.name,
    KeyConditionExpression: '#partition = :partition',
    ExpressionAttributeNames: { '#partition': listIndex.partitionKey },
    ExpressionAttributeValues: { ':partition': partition },
  });
