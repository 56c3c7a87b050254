import { setTimeout as pause } from 'node:timers/promises';
import type { QueryCommandInput, ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Key } from '../keys/key.ts';
import { dynamo, tableName } from './client.ts';
import { type Item, parseItem } from './parse.ts';
import { listIndex, table } from './table.ts';

/** Every read by key is strongly consistent: it sees all acknowledged writes. */
export type { Item } from './parse.ts';

/** Reads one item in one round trip; undefined when there is none. */
export async function readItem(key: Key): Promise<Item | undefined> {
  const { Item } = await dynamo.send('GetItem', { TableName: tableName(), Key: key, ConsistentRead: true });
  return Item;
}

/** The limit of a request (Amazon DynamoDB, "BatchGetItem"). */
const batchSize = 100;
/** The limit of successive answers without an item. The pauses between them add up to about a second and a half. */
const maxFruitlessAnswers = 6;

/**
 * Reads any number of items in the order of their keys, 100 in a request, all in one round trip; undefined for missing items and for null
 * keys. A key may occur twice: DynamoDB refuses a batch with the same key twice, so each item is requested once.
 */
export async function readAll(keys: readonly (Key | null)[]): Promise<(Item | undefined)[]> {
  const distinct = [...new Map(keys.flatMap((key) => (key ? [[nameOf(key), key] as const] : []))).values()];
  const batches = Array.from({ length: Math.ceil(distinct.length / batchSize) }, (_, index) =>
    readBatch(distinct.slice(index * batchSize, (index + 1) * batchSize)),
  );
  const found = new Map((await Promise.all(batches)).flat().map((item) => [nameOf(item), item]));
  return keys.map((key) => (key ? found.get(nameOf(key)) : undefined));
}

const nameOf = ({ pk, sk }: Key | Item): string => JSON.stringify([pk, sk]);

/**
 * DynamoDB may leave out items when it is busy or they exceed 16 MB. The rest is requested again while answers bring items. Throws when
 * several successive answers bring none.
 */
async function readBatch(keys: readonly Key[]): Promise<Item[]> {
  const found: Item[] = [];
  let pending: Item[] = keys.map((key) => ({ ...key }));
  for (let fruitless = 0; pending.length > 0; ) {
    const { Responses, UnprocessedKeys } = await dynamo.send('BatchGetItem', {
      RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: true } },
    });
    found.push(...(Responses?.[tableName()] ?? []));
    const left = UnprocessedKeys?.[tableName()]?.Keys ?? [];
    fruitless = left.length < pending.length ? 0 : fruitless + 1;
    pending = left;
    if (fruitless === maxFruitlessAnswers)
      throw new Error('DynamoDB left items of a batch unread again and again');
    if (pending.length > 0) await pause(Math.random() * 25 * 2 ** (fruitless + 1));
  }
  return found;
}

/** Reads and parses one item in one round trip; undefined when there is none. */
export async function readAs<S extends z.ZodMiniObject>(
  schema: S,
  key: Key,
): Promise<z.output<S> | undefined> {
  const item = await readItem(key);
  return item && parseItem(schema, item);
}

/** Reads and parses an item that expires; undefined once it has expired: DynamoDB removes it some time after that. */
export async function readUnexpired<S extends z.ZodMiniObject>(
  schema: S,
  key: Key,
  nowSeconds: number,
): Promise<z.output<S> | undefined> {
  const item = await readItem(key);
  return item && Number(item[table.timeToLive]) > nowSeconds ? parseItem(schema, item) : undefined;
}

/** Reads and parses any number of items of one kind, 100 in a request. Missing ones are left out. */
export const readEach = async <S extends z.ZodMiniObject>(
  schema: S,
  keys: readonly Key[],
): Promise<z.output<S>[]> =>
  (await readAll(keys)).flatMap((item): z.output<S>[] => (item ? [parseItem(schema, item)] : []));

type Wanted = Readonly<Record<string, readonly [schema: z.ZodMiniObject, key: Key | null]>>;

/** Reads and parses items of several kinds in one round trip; undefined for missing items and for null keys. */
export async function readTogether<const W extends Wanted>(
  wanted: W,
): Promise<{ [Name in keyof W]: z.output<W[Name][0]> | undefined }> {
  const items = await readAll(Object.values(wanted).map(([, key]) => key));
  const parsed = Object.entries(wanted).map(([name, [schema]], index) => {
    const item = items[index];
    return [name, item && parseItem(schema, item)];
  });
  return Object.fromEntries(parsed);
}

/** A query. Default of `TableName`: the stage's table */
export type Query = Omit<QueryCommandInput, 'TableName'> & { readonly TableName?: string };

/** Reads the first `count` items of a query, or all of them. Sends another request when 1 MB ends a response early. */
export async function queryItems(query: Query, count = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const items: Item[] = [];
  let start = query.ExclusiveStartKey;
  do {
    const { Items, LastEvaluatedKey } = await dynamo.send('Query', {
      TableName: tableName(),
      ...query,
      ExclusiveStartKey: start,
      ...(Number.isFinite(count) && { Limit: count - items.length }),
    });
    items.push(...(Items ?? []));
    start = LastEvaluatedKey;
  } while (start && items.length < count);
  return items;
}

/** Reads and parses the first `count` items of a query, or all of them. */
export const queryAs = async <S extends z.ZodMiniObject>(
  schema: S,
  query: Query,
  count?: number,
): Promise<z.output<S>[]> => (await queryItems(query, count)).map((item) => parseItem(schema, item));

/**
 * Reads the first `count` items of a query, or as many of them as 1 MB holds, in one request. `isCut`: more may follow. `units`: the read
 * units, if the query asks for them.
 */
export async function queryOnce(
  query: Query,
  count: number,
): Promise<{ readonly items: Item[]; readonly isCut: boolean; readonly units: number }> {
  const {
    Items = [],
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await dynamo.send('Query', { ...query, TableName: tableName(), Limit: count });
  return {
    items: Items,
    isCut: LastEvaluatedKey !== undefined,
    units: ConsumedCapacity?.CapacityUnits ?? 0,
  };
}

/**
 * Scans the whole table for items, in no order, in pages of 1 MB, which may be empty: for operators, because no role of a function allows
 * scans. A page costs 128 read units, or 256 when it is read consistently.
 */
export async function* scanAs<S extends z.ZodMiniObject>(
  schema: S,
  scan: Omit<ScanCommandInput, 'TableName'>,
): AsyncGenerator<z.output<S>[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send('Scan', {
      ...scan,
      TableName: tableName(),
      ExclusiveStartKey: start,
    });
    yield Items.map((item) => z.parse(schema, item));
    start = LastEvaluatedKey;
  } while (start);
}

/** Returns a query for the items of the partition `pk` whose sort keys begin with `prefix`, in the order of the sort keys. */
export const under = ({ pk }: Pick<Key, 'pk'>, prefix: string) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  ConsistentRead: true,
});

/** Returns a query for the items of a partition whose sort keys are in a range, both ends included, in their order. */
export const between = ({ pk }: Pick<Key, 'pk'>, from: string, to: string) => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
  ConsistentRead: true,
});

/** Returns a query for a part of a partition of an index, in its order. In `condition`, `#sort` is the sort key. */
export const inIndex = (
  {
    name,
    partitionKey,
    sortKey,
  }: { readonly name: string; readonly partitionKey: string; readonly sortKey: string },
  partition: string,
  condition: string,
  values: Item,
) => ({
  IndexName: name,
  KeyConditionExpression: `#partition = :partition AND ${condition}`,
  ExpressionAttributeNames: { '#partition': partitionKey, '#sort': sortKey },
  ExpressionAttributeValues: { ':partition': partition, ...values },
});

/** Reads all items of a query, 1 MB at a time, so that memory use has a limit. */
export async function* queryPages(query: Query): AsyncGenerator<Item[]> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send('Query', {
      TableName: tableName(),
      ...query,
      ExclusiveStartKey: start,
    });
    yield Items;
    start = LastEvaluatedKey;
  } while (start);
}

/** Counts the first `most` items that a query finds, in one request. */
export async function countFirst(query: Query, most: number): Promise<number> {
  const { Count = 0 } = await dynamo.send('Query', {
    ...query,
    TableName: tableName(),
    Select: 'COUNT',
    Limit: most,
  });
  return Count;
}

/** Counts the items that a query finds. It reads all of them: for operators. */
export async function countItems(query: Query): Promise<number> {
  let count = 0;
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const { Count = 0, LastEvaluatedKey } = await dynamo.send('Query', {
      ...query,
      TableName: tableName(),
      Select: 'COUNT',
      ExclusiveStartKey: start,
    });
    count += Count;
    start = LastEvaluatedKey;
  } while (start);
  return count;
}

/** Reads and parses all items of one partition of the list index, in its order. */
export const listAs = async <S extends z.ZodMiniObject>(
  schema: S,
  partition: string,
): Promise<z.output<S>[]> => (await queryList(partition)).map((item) => parseItem(schema, item));

/** Reads the first `count` items of one partition of the list index, or all of them. */
export const queryList = (partition: string, count?: number): Promise<Item[]> =>
  queryItems(
    {
      IndexName: listIndex.name,
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { '#partition': listIndex.partitionKey },
      ExpressionAttributeValues: { ':partition': partition },
    },
    count,
  );
