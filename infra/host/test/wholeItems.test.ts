/**
 * Compares two ways to answer a query. The local DynamoDB can return the items as stored text. It leaves other queries to dynalite, which
 * evaluates them. Queries with ReturnConsumedCapacity always go to dynalite, so the tests send each query with and without it.
 */
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { IndexName, TableName } from './accounts.ts';
import { test } from './dynamoDbFixture.ts';

const ofOne = {
  TableName,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': 'a' },
} satisfies QueryCommandInput;

test.for<[string, Partial<QueryCommandInput>]>([
  ['all', {}],
  ['a page', { Limit: 4 }],
  ['a page that is just full', { Limit: 6 }],
  ['nothing', { ExpressionAttributeValues: { ':pk': 'nobody' } }],
  ['a projection', { ProjectionExpression: 'sk, odd' }],
  ['a filter', { FilterExpression: 'odd = :odd', ExpressionAttributeValues: { ':pk': 'a', ':odd': true } }],
  ['a count', { Select: 'COUNT' }],
  [
    'an index',
    {
      IndexName,
      KeyConditionExpression: 'list_pk = :pk',
      ExpressionAttributeValues: { ':pk': 'list' },
      Limit: 2,
    },
  ],
])('%s: has the result of evaluation', async ([, about], { table: client }) => {
  for (let sk = 0; sk < 6; sk++)
    await client.put({
      TableName,
      Item: {
        pk: 'a',
        sk: `${sk}`,
        list_pk: 'list',
        list_sk: `${sk}`,
        odd: sk % 2 === 1,
        text: 'ä"\u2028',
      },
    });

  const query = { ...ofOne, ...about };
  const { $metadata, ...whole } = await client.query(query);
  const evaluated = await client.query({ ...query, ReturnConsumedCapacity: 'TOTAL' });

  expect(evaluated).toMatchObject(whole);
  expect(Object.keys(evaluated).length).toBe(Object.keys(whole).length + 2);
});

test('pages end at 1 MB', async ({ table: client }) => {
  const text = 'x'.repeat(300_000);
  for (let sk = 0; sk < 6; sk++) await client.put({ TableName, Item: { pk: 'a', sk: `${sk}`, text } });

  const found = [];
  let pages = 0;
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await client.query({ ...ofOne, ExclusiveStartKey: start });
    found.push(...Items.map(({ sk }) => sk));
    pages += 1;
    start = LastEvaluatedKey;
  } while (start);

  expect(found).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(pages).toBe(2);
  expect((await client.scan({ TableName, Limit: 1 })).Items).toHaveLength(1);
});
