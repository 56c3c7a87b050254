import { type ConsumedCapacity, CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { describe, expect } from 'vitest';
import { account, IndexName, TableName } from './accounts.ts';
import { openTable, test } from './dynamoDbFixture.ts';

const ReturnConsumedCapacity = 'INDEXES';
const listed = (name: string, list_sk: string, more = {}) => ({
  ...account(name),
  list_pk: 'LIST',
  list_sk,
  ...more,
});
const kilobyte = 'x'.repeat(1000);

/** Returns the units of the table and of its index. */
const unitsOf = (consumed: ConsumedCapacity | undefined) => [
  consumed?.Table?.CapacityUnits,
  consumed?.GlobalSecondaryIndexes?.[IndexName]?.CapacityUnits,
];

const put = async (client: DynamoDBDocument, Item: Record<string, unknown>) =>
  unitsOf((await client.put({ TableName, Item, ReturnConsumedCapacity })).ConsumedCapacity);

const update = async (client: DynamoDBDocument, name: string, attribute: string, value: string) => {
  const { ConsumedCapacity } = await client.update({
    TableName,
    Key: account(name),
    UpdateExpression: 'SET #attribute = :value',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':value': value },
    ReturnConsumedCapacity,
  });
  return unitsOf(ConsumedCapacity);
};

describe('a write', () => {
  test('of an item outside of all indexes is counted once', async ({ table: client }) => {
    expect(await put(client, account('a'))).toEqual([1, undefined]);
  });

  test('of an item in an index is also counted there, in full kilobytes', async ({ table: client }) => {
    expect(await put(client, listed('a', '1', { text: kilobyte }))).toEqual([2, 2]);
  });

  test('that changes an attribute of an index entry is counted there with the larger size', async ({
    table: client,
  }) => {
    await put(client, listed('a', '1', { text: kilobyte }));

    expect(await update(client, 'a', 'text', 'short')).toEqual([2, 2]);
  });

  test('that moves an index entry is counted as a deletion and a put', async ({ table: client }) => {
    await put(client, listed('a', '1'));

    expect(await update(client, 'a', 'list_sk', '2')).toEqual([1, 2]);
  });

  test('that does not change an index entry is not counted there', async ({ table: client }) => {
    await put(client, listed('a', '1'));

    expect(await put(client, listed('a', '1'))).toEqual([1, undefined]);
  });

  test('in a batch is counted like one by itself', async ({ table: client }) => {
    const Items = [listed('a', '1'), account('b')];

    const { ConsumedCapacity } = await client.batchWrite({
      RequestItems: { [TableName]: Items.map((Item) => ({ PutRequest: { Item } })) },
      ReturnConsumedCapacity,
    });

    expect(ConsumedCapacity?.map(unitsOf)).toEqual([[2, 1]]);
  });
});

test('an index with keys only costs nothing when another attribute changes', async () => {
  const client = await openTable();
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  const Table = 'keys-only';
  await client.send(
    new CreateTableCommand({
      TableName: Table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'due'].map(string),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName,
          KeySchema: [{ AttributeName: 'due', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
  const write = async (Item: Record<string, string>) => {
    const written = await client.put({ TableName: Table, Item, ReturnConsumedCapacity });
    return unitsOf(written.ConsumedCapacity);
  };

  expect(await write({ pk: 'a', due: 'today', text: kilobyte })).toEqual([1, 1]);
  expect(await write({ pk: 'a', due: 'today', text: 'short' })).toEqual([1, undefined]);
  expect(await write({ pk: 'a', text: 'short' })).toEqual([1, 1]);
});

test('a transaction counts each item twice, condition checks too, and index entries once', async () => {
  const client = await openTable();
  await put(client, listed('a', '1'));
  await put(client, account('checked'));

  const { ConsumedCapacity } = await client.transactWrite({
    TransactItems: [
      { Put: { TableName, Item: listed('a', '2') } },
      { Delete: { TableName, Key: account('missing') } },
      { ConditionCheck: { TableName, Key: account('checked'), ConditionExpression: 'attribute_exists(pk)' } },
    ],
    ReturnConsumedCapacity,
  });

  expect(ConsumedCapacity?.map(unitsOf)).toEqual([[6, 2]]);
  expect(ConsumedCapacity).toMatchObject([{ CapacityUnits: 8, WriteCapacityUnits: 8 }]);
});

test('a query without results costs the smallest read', async ({ table: client }) => {
  const { ConsumedCapacity } = await client.query({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'nobody' },
    ReturnConsumedCapacity: 'TOTAL',
  });

  expect(ConsumedCapacity?.CapacityUnits).toBe(0.5);
});

test('a query without results in an index costs the smallest read of the index', async ({
  table: client,
}) => {
  const { ConsumedCapacity } = await client.query({
    TableName,
    IndexName,
    KeyConditionExpression: 'list_pk = :list',
    ExpressionAttributeValues: { ':list': 'nothing' },
    ReturnConsumedCapacity,
  });

  expect(ConsumedCapacity).toMatchObject({ CapacityUnits: 0.5, Table: { CapacityUnits: 0 } });
  expect(unitsOf(ConsumedCapacity)).toEqual([0, 0.5]);
});
