import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamo, tableName } from './client.ts';
import type { Key } from './keys.ts';
import { pause } from './pause.ts';

type Item = Record<string, unknown>;

/** The pauses between them add up to about a second and a half. */
const maxBatchAttempts = 6;

/**
 * Up to 100 items in one strongly consistent round trip, in the order of their keys; undefined where there is none.
 * DynamoDB may leave some for another request when it is busy or they exceed 16 MB.
 */
export async function readItems(...keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found: Item[] = [];
  let pending: Item[] = keys.map((key) => ({ ...key }));
  for (let attempt = 1; pending.length > 0; attempt++) {
    if (attempt > maxBatchAttempts) throw new Error('DynamoDB left items of a batch unread again and again');
    if (attempt > 1) await pause(Math.random() * 25 * 2 ** attempt);
    const { Responses, UnprocessedKeys } = await dynamo.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: pending, ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[tableName] ?? []));
    pending = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return keys.map(({ pk, sk }) => found.find((item) => item.pk === pk && item.sk === sk));
}

/** The first `count` items of a query, further requests included where 1 MB ends a response early. */
export async function queryItems(
  query: Omit<QueryCommandInput, 'TableName'>,
  count: number,
): Promise<Item[]> {
  const items: Item[] = [];
  let start = query.ExclusiveStartKey;
  do {
    const { Items, LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        ...query,
        TableName: tableName,
        ExclusiveStartKey: start,
        Limit: count - items.length,
      }),
    );
    items.push(...(Items ?? []));
    start = LastEvaluatedKey;
  } while (start && items.length < count);
  return items;
}
