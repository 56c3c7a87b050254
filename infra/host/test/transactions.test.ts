import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocument, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect } from 'vitest';
import { account, IndexName, readAccount as read, TableName } from './accounts.ts';
import { openTable, test } from './dynamoDbFixture.ts';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

const onlyIfNew = 'attribute_not_exists(pk)';
const onlyIfThere = 'attribute_exists(pk)';

function put(name: string, attributes: object = {}, ConditionExpression?: string) {
  return { Put: { TableName, Item: { ...account(name), ...attributes }, ConditionExpression } };
}

function write(client: DynamoDBDocument, TransactItems: TransactItems, ClientRequestToken?: string) {
  return client.transactWrite({ TransactItems, ClientRequestToken });
}

async function cancellation(writing: Promise<unknown>): Promise<TransactionCanceledException> {
  const error = await writing.catch((caught: unknown) => caught);
  if (error instanceof TransactionCanceledException) return error;
  throw new Error(`expected a cancellation, got ${error}`);
}

describe('TransactWriteItems', () => {
  test('applies put, update, delete and a passing condition check together', async ({ table: client }) => {
    await write(client, [put('old'), put('counter', { count: 1 }), put('guard')]);

    await write(client, [
      put('new', { count: 1 }, onlyIfNew),
      {
        Update: {
          TableName,
          Key: account('counter'),
          UpdateExpression: 'SET #c = #c + :one',
          ExpressionAttributeNames: { '#c': 'count' },
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Delete: { TableName, Key: account('old') } },
      { ConditionCheck: { TableName, Key: account('guard'), ConditionExpression: onlyIfThere } },
    ]);

    expect(await read(client, 'new')).toEqual({ ...account('new'), count: 1 });
    expect(await read(client, 'counter')).toEqual({ ...account('counter'), count: 2 });
    expect(await read(client, 'old')).toBeUndefined();
    expect(await read(client, 'guard')).toEqual(account('guard'));
  });

  test('one failed condition cancels all, with the reasons in request order', async ({ table: client }) => {
    await write(client, [put('taken', { owner: 'first' })]);

    const error = await cancellation(
      write(client, [
        put('a'),
        put('taken', { owner: 'second' }, onlyIfNew),
        { ConditionCheck: { TableName, Key: account('missing'), ConditionExpression: onlyIfThere } },
        { Delete: { TableName, Key: account('b') } },
      ]),
    );

    const failed = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
    expect(error.CancellationReasons).toEqual([{ Code: 'None' }, failed, failed, { Code: 'None' }]);
    expect(error.message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
        '[None, ConditionalCheckFailed, ConditionalCheckFailed, None]',
    );
    expect(error.$metadata.httpStatusCode).toBe(400);
    expect(await read(client, 'a')).toBeUndefined();
    expect(await read(client, 'taken')).toEqual({ ...account('taken'), owner: 'first' });
  });

  test('ALL_OLD adds the stored item to the reason, if there is one', async ({ table: client }) => {
    await write(client, [put('taken', { owner: 'first' })]);
    const ReturnValuesOnConditionCheckFailure = 'ALL_OLD' as const;

    const error = await cancellation(
      write(client, [
        { Put: { ...put('taken', {}, onlyIfNew).Put, ReturnValuesOnConditionCheckFailure } },
        {
          Update: {
            TableName,
            Key: account('missing'),
            UpdateExpression: 'SET seen = :yes',
            ConditionExpression: onlyIfThere,
            ExpressionAttributeValues: { ':yes': true },
            ReturnValuesOnConditionCheckFailure,
          },
        },
      ]),
    );

    expect(error.CancellationReasons?.map((reason) => reason.Item)).toEqual([
      { pk: { S: 'ACCOUNT#taken' }, sk: { S: 'ACCOUNT' }, owner: { S: 'first' } },
      undefined,
    ]);
  });

  test('an update that is invalid for the stored item has the reason ValidationError', async ({
    table: client,
  }) => {
    await write(client, [put('text', { count: 'many' })]);
    const increment = {
      TableName,
      Key: account('text'),
      UpdateExpression: 'ADD #c :one',
      ExpressionAttributeNames: { '#c': 'count' },
      ExpressionAttributeValues: { ':one': 1 },
    };

    const error = await cancellation(write(client, [put('a'), { Update: increment }]));

    expect(error.CancellationReasons?.map((reason) => reason.Code)).toEqual(['None', 'ValidationError']);
    expect(error.CancellationReasons?.[1]?.Message).toMatch('incorrect data type');
    expect(await read(client, 'a')).toBeUndefined();
  });

  test.for([
    [
      'the same item twice',
      [put('a'), { Delete: { TableName, Key: account('a') } }],
      'multiple operations on one item',
    ],
    ['no actions', [], 'length greater than or equal to 1'],
    ['101 actions', Array.from({ length: 101 }, (_, i) => put(`${i}`)), 'less than or equal to 100'],
    ['an empty entry', [{}], 'can only contain one of'],
    ['a broken expression', [put('a', {}, 'nonsense(')], 'Invalid ConditionExpression: Syntax error'],
    [
      'more than 4 MB',
      Array.from({ length: 11 }, (_, i) => put(`${i}`, { text: 'x'.repeat(390_000) })),
      '4 MB',
    ],
  ] as [string, TransactItems, string][])('rejects %s', async ([, items, message], { table: client }) => {
    const writing = write(client, items);

    await expect(writing).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    });
    expect(await read(client, 'a')).toBeUndefined();
  });

  test('an unknown table is ResourceNotFoundException', async ({ table: client }) => {
    const writing = write(client, [put('a'), { Put: { TableName: 'unknown', Item: account('b') } }]);

    await expect(writing).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(await read(client, 'a')).toBeUndefined();
  });

  test('keeps the index up to date', async ({ table: client }) => {
    const listed = (name: string, list_pk?: string) => put(name, { list_pk, list_sk: name });
    const list = async (list_pk: string) => {
      const query = new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: 'list_pk = :list',
        ExpressionAttributeValues: { ':list': list_pk },
        ScanIndexForward: false,
      });
      return (await client.send(query)).Items?.map((item) => item.list_sk);
    };
    await write(client, [listed('a', 'ORG#1'), listed('b', 'ORG#1'), listed('c', 'ORG#1'), listed('d')]);
    const before = await list('ORG#1');

    await write(client, [
      listed('a', 'ORG#2'),
      { Delete: { TableName, Key: account('b') } },
      listed('d', 'ORG#1'),
    ]);

    expect(before).toEqual(['c', 'b', 'a']);
    expect(await list('ORG#1')).toEqual(['d', 'c']);
    expect(await list('ORG#2')).toEqual(['a']);
  });

  test('counts two write units per kilobyte of each item', async ({ table: client }) => {
    const TransactItems = [put('small'), put('large', { text: 'x'.repeat(1500) })];

    const { ConsumedCapacity } = await client.transactWrite({
      TransactItems,
      ReturnConsumedCapacity: 'TOTAL',
    });

    expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 6, WriteCapacityUnits: 6 }]);
  });
});

describe('ClientRequestToken', () => {
  const add = (value: number) => [
    {
      Update: {
        TableName,
        Key: account('total'),
        UpdateExpression: 'ADD amount :value',
        ExpressionAttributeValues: { ':value': value },
      },
    },
  ];

  test('a repeated transaction succeeds without being applied again', async ({ table: client }) => {
    await Promise.all([1, 2, 3].map(() => write(client, add(5), 'token')));

    expect(await read(client, 'total')).toMatchObject({ amount: 5 });
  });

  test('the same token with other parameters is a mismatch', async ({ table: client }) => {
    await write(client, add(5), 'token');

    const writing = write(client, add(6), 'token');

    await expect(writing).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    expect(await read(client, 'total')).toMatchObject({ amount: 5 });
  });

  test('a cancelled transaction does not use up its token', async ({ table: client }) => {
    const onlyOnExisting = [put('a', {}, onlyIfThere)];
    await cancellation(write(client, onlyOnExisting, 'token'));
    await client.put({ TableName, Item: account('a') });

    await expect(write(client, onlyOnExisting, 'token')).resolves.toBeDefined();
  });
});

test('TransactGetItems answers in request order, with gaps for missing items', async () => {
  const client = await openTable();
  await write(client, [put('a', { balance: 1, note: 'x' }), put('b', { balance: 2 })]);
  const get = (name: string) => ({ Get: { TableName, Key: account(name), ProjectionExpression: 'balance' } });

  const { Responses, ConsumedCapacity } = await client.transactGet({
    TransactItems: [get('b'), get('missing'), get('a')],
    ReturnConsumedCapacity: 'TOTAL',
  });

  expect(Responses).toEqual([{ Item: { balance: 2 } }, {}, { Item: { balance: 1 } }]);
  expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 6, ReadCapacityUnits: 6 }]);
});
