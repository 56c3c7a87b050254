import { expect, test } from 'vitest';
import { ReadLag } from '../dynamodb/readLag.ts';
import { createTable, IndexName, TableName } from './accounts.ts';
import { openDynamoDb } from './dynamoDbFixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

const Key = { pk: 'one', sk: 'one' };
const weekMilliseconds = 7 * 24 * 60 * 60_000;
const reads = Array.from({ length: 40 });

/** Opens a table whose reads lag by up to this time, with an item that got the values 1 to 3. */
async function openTable(maxMilliseconds: number) {
  const readLag = { maxMilliseconds, seed: 1 };
  const { client } = await openDynamoDb(directoryOfTest(), { readLag });
  await createTable(client);
  const put = (value: number, sk = Key.sk) =>
    client.put({ TableName, Item: { ...Key, sk, list_pk: 'listed', list_sk: `at ${value}`, value } });
  const get = async (ConsistentRead: boolean) =>
    (await client.get({ TableName, Key, ConsistentRead })).Item?.value;
  const batchGet = async (ConsistentRead: boolean) => {
    const RequestItems = { [TableName]: { Keys: [Key], ConsistentRead } };
    const { Responses } = await client.batchGet({ RequestItems });
    return Responses?.[TableName]?.[0]?.value;
  };
  const query = async (ConsistentRead: boolean) => {
    const { Items } = await client.query({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': Key.pk },
      ConsistentRead,
    });
    return Items?.[0]?.value;
  };
  const scan = async (ConsistentRead: boolean) =>
    (await client.scan({ TableName, ConsistentRead })).Items?.[0]?.value;
  const listed = async (Limit: number, ScanIndexForward: boolean) => {
    const { Items = [] } = await client.query({
      TableName,
      IndexName,
      KeyConditionExpression: 'list_pk = :pk',
      ExpressionAttributeValues: { ':pk': 'listed' },
      Limit,
      ScanIndexForward,
    });
    return Items.map(({ value }) => value);
  };
  for (const value of [1, 2, 3]) await put(value);
  return { client, put, get, batchGet, query, scan, listed };
}

const seen = async <T>(read: () => Promise<T>): Promise<Set<T>> => {
  const values = new Set<T>();
  for (const _ of reads) values.add(await read());
  return values;
};

test('eventually consistent reads can return an earlier state, and consistent reads never do', async () => {
  const { get, batchGet, query, scan } = await openTable(60_000);

  for (const read of [get, batchGet, query, scan]) {
    expect(await seen(() => read(true))).toEqual(new Set([3]));
    const behind = await seen(() => read(false));
    expect(behind).toContain(3);
    expect(behind).toContain(undefined);
  }
});

test('an index lags entry by entry, in order and up to the limit, and never goes back', async () => {
  // With lags of days, no entry becomes visible during this test, even on a busy machine.
  const { put, listed } = await openTable(weekMilliseconds);
  for (let value = 10; value < 30; value++) await put(value, `item ${value}`);

  const page = await listed(100, true);

  expect(page.length).toBeGreaterThan(3);
  expect(page.length).toBeLessThan(20);
  expect(page).toEqual(page.toSorted());
  expect(await listed(100, true)).toEqual(page);
  expect(await listed(3, false)).toEqual(page.toReversed().slice(0, 3));
});

test('a read lags by at most the maximum', () => {
  let now = 0;
  const lag = new ReadLag({ maxMilliseconds: 1000, seed: 1 }, () => now);
  const key = 'item-governance~one';
  const values = (passed: number) => {
    now += passed;
    return new Set(reads.map(() => lag.valueBehind(key)?.value));
  };
  const change = (before: string) => lag.keep([key], () => before);

  change('first');
  expect(values(500)).toEqual(new Set(['first', undefined]));
  change('second');
  expect(values(250)).toEqual(new Set(['first', 'second', undefined]));
  expect(values(300)).toEqual(new Set(['second', undefined]));
  expect(values(500)).toEqual(new Set([undefined]));
});
