import { DeleteTableCommand, DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { account, createTable, IndexName, openAccounts, readAccount, TableName } from './accounts.ts';
import { openTable, test } from './dynamoDbFixture.ts';

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
