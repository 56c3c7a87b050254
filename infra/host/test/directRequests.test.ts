import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { answerDirectly, requestDirectly } from '../directRequests.ts';
import { JsonError, type SignedJson } from '../jsonServer.ts';
import { account, createTable, TableName } from './accounts.ts';
import { openDynamoDb } from './dynamoDbFixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

/** Nobody listens there, so an answer from there came by a port. */
const direct = 'http://127.0.0.1:1';
const item = { pk: { S: account('é').pk }, sk: { S: 'ACCOUNT' } };
const get = new GetItemCommand({ TableName, Key: item });
/** Clients with every kind of timeout. */
const requestHandler = { connectionTimeout: 500, requestTimeout: 5000, socketTimeout: 5000 };

let socket: string;
let guarded: SignedJson[];
let refusal: Error | undefined;

beforeEach(async () => {
  guarded = [];
  refusal = undefined;
  const { server, client } = await openDynamoDb(directoryOfTest(), {
    guard: (request) => {
      guarded.push(request);
      if (refusal) throw refusal;
    },
  });
  await createTable(client);
  socket = server.endpoint;
  const { port1, port2 } = new MessageChannel();
  answerDirectly(port2, [{ ...server, endpoint: direct }]);
  const { request } = http;
  requestDirectly({ port: port1, endpoints: [direct] });
  onTestFinished(() => {
    port1.close();
    Object.assign(http, { request });
    syncBuiltinESMExports();
  });
});

const clientOf = (endpoint: string): DynamoDBClient => {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials,
    requestHandler,
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return client;
};

describe('an AWS client', () => {
  test('gets a refusal by the guard by a port', async () => {
    refusal = new JsonError('ConditionalCheckFailedException', 'The conditional request failed');

    await expect(clientOf(direct).send(get)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test('is checked by the same headers and the same body', async () => {
    await clientOf(direct).send(get);
    await clientOf(socket).send(get);

    const [byPort, bySocket] = guarded.slice(-2);
    expect(byPort?.body.toString()).toBe(bySocket?.body.toString());
    const signed = /SignedHeaders=(\S+),/.exec(byPort?.headers.authorization ?? '')?.[1]?.split(';') ?? [];
    expect(signed).toContain('x-amz-target');
    expect(Object.keys(byPort?.headers ?? {})).toEqual(expect.arrayContaining(signed));
    expect(Object.keys(bySocket?.headers ?? {})).toEqual(expect.arrayContaining(signed));
  });
});

test('a request that is no signed one of an AWS client goes over a socket', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const { hostname: host, port } = new URL(direct);
  http
    .request({ host, port, method: 'POST', headers: { 'X-Amz-Target': 'DynamoDB_20120810.GetItem' } })
    .once('response', () => reject(new Error('the request went by the port')))
    .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    .end('{}');
  expect(await promise).toBe('ECONNREFUSED');
});
