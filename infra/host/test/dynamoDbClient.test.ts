import { DeleteTableCommand, DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { account, createTable, IndexName, readAccount, TableName } from './accounts.ts';
import { openTable, test } from './dynamoDbFixture.ts';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

const listed = (name: string) => ({ ...account(name), list_pk: 'LIST', list_sk: name });
const put = (name: string, attributes: object = {}) => ({
  Put: { TableName, Item: { ...account(name), ...attributes } },
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

test.for([
  ['no actions', [], 'length greater than or equal to 1'],
  ['101 actions', Array.from({ length: 101 }, (_, i) => put(`${i}`)), 'less than or equal to 100'],
  ['an empty entry', [{}], 'can only contain one of'],
  [
    'more than 4 MB',
    Array.from({ length: 11 }, (_, i) => put(`${i}`, { text: 'x'.repeat(390_000) })),
    '4 MB',
  ],
] as [string, TransactItems, string][])(
  'a transaction of %s is refused',
  async ([, items, message], { table }) => {
    await expect(table.transactWrite({ TransactItems: items })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    });
    expect(await readAccount(table, '0')).toBeUndefined();
  },
);

test('TransactGetItems answers in request order, with gaps for missing items', async () => {
  const client = await openTable();
  const items = [put('a', { balance: 1, note: 'x' }), put('b', { balance: 2 })];
  await client.transactWrite({ TransactItems: items });
  const get = (name: string) => ({ Get: { TableName, Key: account(name), ProjectionExpression: 'balance' } });

  const { Responses, ConsumedCapacity } = await client.transactGet({
    TransactItems: [get('b'), get('missing'), get('a')],
    ReturnConsumedCapacity: 'TOTAL',
  });

  expect(Responses).toEqual([{ Item: { balance: 2 } }, {}, { Item: { balance: 1 } }]);
  expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 6, ReadCapacityUnits: 6 }]);
});
