import {
  DeleteTableCommand,
  DescribeTableCommand,
  ListTablesCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { account, createTable, IndexName, openAccounts, readAccount, TableName } from './accounts.ts';
import { openDynamoDb, openTable, test } from './dynamoDbFixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

const listed = (name: string) => ({ ...account(name), list_pk: 'LIST', list_sk: name });

test('a failed condition of a single write returns the item when asked', async ({ table: client }) => {
  await openAccounts(client, ['a'], 10);

  const writing = client.put({
    TableName,
    Item: account('a'),
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

  await expect(writing).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
    Item: { pk: { S: 'ACCOUNT#a' }, sk: { S: 'ACCOUNT' }, balance: { N: '10' } },
  });
  expect(await readAccount(client, 'a')).toEqual({ ...account('a'), balance: 10 });
});

test('refuses an empty index key and stores nothing', async ({ table: client }) => {
  const writing = client.put({ TableName, Item: { ...listed('a'), list_pk: '' } });

  await expect(writing).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('IndexKey: list_pk'),
  });
  expect(await readAccount(client, 'a')).toBeUndefined();
});

test('refuses a query that compares a key with an empty value', async ({ table: client }) => {
  const reading = client.query({
    TableName,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': 'a', ':from': '', ':to': '~' },
  });

  await expect(reading).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('cannot contain an empty string value. Key: sk'),
  });
});

test('a table can be used as soon as it is created, and is empty after it was deleted and created again', async () => {
  const client = await openTable();
  await client.put({ TableName, Item: listed('a') });

  await client.send(new DeleteTableCommand({ TableName }));
  const afterDeletion = await client.send(new ListTablesCommand());
  const writing = client.put({ TableName, Item: listed('b') });
  await expect(writing).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await createTable(client);

  expect(afterDeletion.TableNames).toEqual([]);
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  expect(Table?.TableStatus).toBe('ACTIVE');
  expect((await client.scan({ TableName })).Items).toEqual([]);
  expect((await client.scan({ TableName, IndexName })).Items).toEqual([]);
});

test('an index that is added to a table has its earlier items, and stays up to date', async () => {
  const directory = directoryOfTest();
  const { client, stop } = await openDynamoDb(directory);
  await createTable(client);
  const due = (name: string, due_at: unknown) => ({ ...account(name), due_pk: '1', due_at });
  for (const Item of [due('a', 2), due('b', 1), due('c', 'soon'), account('d')])
    await client.put({ TableName, Item });
  const add = new UpdateTableCommand({
    TableName,
    AttributeDefinitions: [
      { AttributeName: 'due_pk', AttributeType: 'S' },
      { AttributeName: 'due_at', AttributeType: 'N' },
    ],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: 'due',
          KeySchema: [
            { AttributeName: 'due_pk', KeyType: 'HASH' },
            { AttributeName: 'due_at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      },
    ],
  });
  await client.send(add);
  await expect(client.send(add)).rejects.toThrow('already exists: due');
  await stop();

  const again = await openDynamoDb(directory);
  await again.client.put({ TableName, Item: due('e', 0) });
  const { Items } = await again.client.query({
    TableName,
    IndexName: 'due',
    KeyConditionExpression: 'due_pk = :due_pk',
    ExpressionAttributeValues: { ':due_pk': '1' },
  });

  expect(Items).toEqual([due('e', 0), due('b', 1), due('a', 2)]);
});
