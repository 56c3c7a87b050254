import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dynamo } from '../../../shared/data/client.ts';
import { type AnsweringStore, answeringStore } from './answering.ts';

let store: AnsweringStore;
let sdk: DynamoDBDocumentClient;

beforeAll(async () => {
  store = await answeringStore();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
  });
  sdk = DynamoDBDocumentClient.from(new DynamoDBClient(), {
    marshallOptions: { removeUndefinedValues: true },
  });
});
afterAll(() => store[Symbol.asyncDispose]());

/** Any but those that JavaScript or the SDK takes for something else; attributes are named by the service. */
const name = fc.string({ minLength: 1 }).filter((text) => !['__proto__', 'constructor'].includes(text));
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const item = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });

/** The table's client, or the SDK's own. */
type Client = Pick<typeof dynamo, 'send'>;
type Call = (client: Client) => Promise<{ readonly $metadata: unknown }>;

const callsWith = (given: Record<string, unknown>): readonly Call[] => [
  (client) => client.send(new GetCommand({ TableName: 'table', Key: given, ConsistentRead: true })),
  (client) => client.send(new BatchGetCommand({ RequestItems: { table: { Keys: [given, given] } } })),
  (client) =>
    client.send(
      new PutCommand({ TableName: 'table', Item: given, ExpressionAttributeValues: { ':value': given } }),
    ),
  (client) =>
    client.send(new UpdateCommand({ TableName: 'table', Key: given, ExpressionAttributeValues: given })),
  (client) =>
    client.send(
      new QueryCommand({
        TableName: 'table',
        ExpressionAttributeNames: { '#partition': 'pk' },
        ExpressionAttributeValues: given,
        ExclusiveStartKey: given,
      }),
    ),
  (client) =>
    client.send(
      new TransactWriteCommand({
        ClientRequestToken: 'token',
        TransactItems: [
          { Put: { TableName: 'table', Item: given } },
          {
            Delete: {
              TableName: 'table',
              Key: given,
              ConditionExpression: 'revision = :revision',
              ExpressionAttributeValues: given,
            },
          },
        ],
      }),
    ),
];

test('the table is asked what the SDK’s document client would ask', async () => {
  await fc.assert(
    fc.asyncProperty(item, async (given) => {
      store.take();
      for (const call of callsWith(given)) await call(dynamo);
      const ours = store.take();
      for (const call of callsWith(given)) await call(sdk);
      const theirs = store.take();

      expect(ours.map(({ body }) => JSON.parse(body))).toEqual(theirs.map(({ body }) => JSON.parse(body)));
      const kept = ['content-type', 'x-amz-target', 'host', 'content-length'] as const;
      for (const [index, { headers }] of ours.entries())
        for (const name of kept) expect(headers[name], name).toBe(theirs[index]?.headers[name]);
    }),
    { numRuns: 50 },
  );
});

test('its answers are read as the SDK’s document client reads them', async () => {
  await fc.assert(
    fc.asyncProperty(item, async (given) => {
      store.take();
      await sdk.send(new PutCommand({ TableName: 'table', Item: given }));
      const [{ body } = { body: '' }] = store.take();
      const stored = JSON.parse(body).Item;
      const answers = [
        { Item: stored },
        { Responses: { table: [stored, stored] }, UnprocessedKeys: { table: { Keys: [stored] } } },
        { Attributes: stored },
        { Items: [stored, stored], Count: 2, ScannedCount: 2, LastEvaluatedKey: stored },
        { ConsumedCapacity: { TableName: 'table', CapacityUnits: 1.5 } },
        {},
      ];
      const read = async (client: Client) => {
        const outputs: object[] = [];
        for (const [index, answer] of answers.entries()) {
          store.answers = [{ body: answer }];
          const { $metadata: _how, ...output } = await (calls[index] ?? get)(client);
          outputs.push(output);
        }
        return outputs;
      };
      const get: Call = (client) => client.send(new GetCommand({ TableName: 'table', Key: {} }));
      const calls: readonly Call[] = [
        get,
        (client) => client.send(new BatchGetCommand({ RequestItems: {} })),
        (client) => client.send(new UpdateCommand({ TableName: 'table', Key: {} })),
        (client) => client.send(new QueryCommand({ TableName: 'table' })),
      ];

      const asRead = await read(dynamo);
      const expected = await read(sdk);

      expect(asRead).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test.for([
  ['a date', new Date()],
  ['a set', new Set(['a'])],
  ['bytes', new Uint8Array(1)],
  ['no number', Number.NaN],
  ['too large a number', 2 ** 60],
  ['a function', () => 1],
] as const)('%s is not written', async ([, wrong]) => {
  store.take();

  await expect(dynamo.send(new PutCommand({ TableName: 'table', Item: { pk: 'a', wrong } }))).rejects.toThrow(
    TypeError,
  );

  expect(store.take()).toEqual([]);
});
