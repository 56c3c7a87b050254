import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocument, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect } from 'vitest';
import { account, readAccount as read, TableName } from './accounts.ts';
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
    ['no actions', [], 'length greater than or equal to 1'],
    ['101 actions', Array.from({ length: 101 }, (_, i) => put(`${i}`)), 'less than or equal to 100'],
    ['an empty entry', [{}], 'can only contain one of'],
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
});

describe('ClientRequestToken', () => {
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
