import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connections } from '../../../shared/aws/connections.ts';
import { kms } from '../../../shared/aws/kms.ts';
import { sqs } from '../../../shared/aws/sqs.ts';
import { dynamo } from '../../../shared/data/table/client.ts';
import { readAll } from '../../../shared/data/table/read.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';
import { listening } from '../../support/receivers/listening.ts';
import { failing, storeOfFile } from './answering.ts';

// The hash of the message that SQS received.
const store = await storeOfFile({ MD5OfMessageBody: hash('md5', 'hello') });

const key = { pk: 'DOC#1', sk: 'DOC' };
const calls = {
  dynamo: () => dynamo.send('GetItem', { TableName: 'table', Key: key }),
  sqs: () => sqs.send('SendMessage', { QueueUrl: `${store.endpoint}/1/queue`, MessageBody: 'hello' }),
  kms: () => kms.send('Decrypt', { CiphertextBlob: 'c2VjcmV0' }),
};
const clients = test.for(Object.entries(calls));

describe('a failed request is sent again', () => {
  for (const [what, answer] of [
    ['after the service throttled it', failing('ThrottlingException')],
    ['after the service failed', failing('InternalServerError', 500)],
    ['after its connection was cut', 'cut'],
  ] as const)
    clients(`${what}: %s`, async ([, call]) => {
      store.answers = [answer];

      await call();

      expect(store.take()).toHaveLength(2);
    });

  test('with the same token of its transaction, which must not be applied twice', async () => {
    store.answers = ['cut'];

    await dynamo.send('TransactWriteItems', { TransactItems: [{ Put: { TableName: 'table', Item: key } }] });

    const [first, second, ...more] = store.take().map(({ body }) => JSON.parse(body).ClientRequestToken);
    expect(first).toMatch(/^[-0-9a-f]{36}$/);
    expect(second).toBe(first);
    expect(more).toEqual([]);
  });
});

clients('credentials that have expired are read again for the next request: %s', async ([, call]) => {
  await call();
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'AKIDSECOND',
    AWS_SECRET_ACCESS_KEY: 'second',
    AWS_SESSION_TOKEN: 'token',
  });
  await call();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDFIRST', AWS_SECRET_ACCESS_KEY: 'first' });
  delete process.env.AWS_SESSION_TOKEN;
  await call();

  const sent = store
    .take()
    .map(({ headers }) => [
      /Credential=(\w+)/.exec(String(headers.authorization))?.[1],
      headers['x-amz-security-token'],
    ]);
  expect(sent).toEqual([
    ['AKIDFIRST', undefined],
    ['AKIDSECOND', 'token'],
    ['AKIDFIRST', undefined],
  ]);
});

describe('a connection', () => {
  const requestTo = (url: string) => {
    const { protocol, hostname, port } = new URL(url);
    return { protocol, hostname, port: Number(port || 80), path: '/', method: 'POST', headers: {} };
  };

  test('is used for the next request too', async () => {
    const { handle, destroy } = connections({ connectMilliseconds: 1000, answerMilliseconds: 1000 });
    const request = { ...requestTo(store.endpoint), body: 'äö' };

    await handle(request);
    const { response } = await handle(request);

    expect(response).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
    });
    const [first, second] = store.take();
    expect(first).toMatchObject({ body: 'äö', headers: { 'content-length': '4' } });
    expect(second?.headers.connection).toBe('keep-alive');
    destroy();
  });

  test('is given up when no answer comes in time', async () => {
    const { handle } = connections({ connectMilliseconds: 1000, answerMilliseconds: 50 });
    store.answers = ['silent'];

    await expect(handle(requestTo(store.endpoint))).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('gets a new time limit with each part of a long answer, if the client is made for this', async () => {
    const answer = createServer(async (_request, response) => {
      for (const piece of ['a', 'b', 'c', 'd']) {
        response.write(piece);
        await setTimeout(200);
      }
      response.end();
    });
    const port = await listening(answer);
    const request = { ...requestTo(`http://127.0.0.1:${port}`), method: 'GET' };
    const limits = { connectMilliseconds: 1000, answerMilliseconds: 600 };

    const [whole, cut] = await Promise.allSettled([
      connections({ ...limits, isPerPiece: true }).handle(request),
      connections(limits).handle(request),
    ]);

    answer.close();
    expect(whole).toMatchObject({ value: { response: { body: Buffer.from('abcd') } } });
    expect(cut).toMatchObject({ reason: { name: 'TimeoutError' } });
  });

  test('is given up when nothing accepts it', async () => {
    const { handle } = connections({ connectMilliseconds: 50, answerMilliseconds: 5000 });

    // Nothing answers at an address for documentation (RFC 5737).
    await expect(handle(requestTo('http://192.0.2.1'))).rejects.toThrow();
  });
});

describe('a batch read', () => {
  process.env[environmentNames.tableName] = 'table';
  const keys = Array.from({ length: 12 }, (_, index) => ({ pk: `DOC#${index}`, sk: 'DOC' }));
  const stored = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
  /** An answer with unprocessed keys, as DynamoDB gives above 16 MB or from a busy partition. */
  const leaving = (read: object[], left: object[]) => ({
    Responses: { table: read },
    UnprocessedKeys: left.length > 0 ? { table: { Keys: left } } : {},
  });

  // Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
  test('continues while each answer has items', async () => {
    store.answers = stored.map((item, index) => ({ body: leaving([item], stored.slice(index + 1)) }));

    expect(await readAll(keys)).toEqual(keys);
    expect(store.take()).toHaveLength(keys.length);
  });

  test('fails after several answers without items', async () => {
    store.answers = keys.map(() => ({ body: leaving([], stored) }));

    await expect(readAll(keys)).rejects.toThrow('left items of a batch unread');
    expect(store.take()).toHaveLength(6);
  });
});
