import { describe, expect, test } from 'vitest';
import { ConnectionError, createClient } from '../../../shared/client/index.ts';
import { type Answer, answeringStore, type Reply } from '../aws/answering.ts';

const organization = { id: 'org_00000000000000000000000000', name: 'N', created_at: '2026-11-22T08:00:00Z' };
const atOnce = { 'Retry-After': '0' };
const clientOf = ({ endpoint }: { readonly endpoint: string }, maxRetries?: number) =>
  createClient({ baseUrl: `${endpoint}/`, apiKey: 'key', maxRetries });
const answer = (status: number, body: object | string = {}, headers: object = {}): Reply => ({
  status,
  body,
  headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1', ...headers },
});

/** A server that answers each request with the next of these. When there are no more, it repeats the last one. */
async function scripted(...answers: readonly Answer[]) {
  const server = await answeringStore();
  server.answers = [...answers, ...Array<Answer>(5).fill(answers.at(-1) ?? 'silent')];
  return server;
}

test.for<{ what: string; step: Answer }>([
  { what: '429', step: answer(429, {}, atOnce) },
  { what: '502 of a proxy', step: answer(502, '<html>Bad gateway</html>') },
  { what: '503', step: answer(503, {}, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }) },
  { what: 'a connection that ends before the answer', step: 'cut' },
  { what: 'a connection that ends within the answer', step: 'cut within' },
  { what: 'an answer that is no JSON', step: answer(200, '<html>Sign in to this network</html>') },
])('a POST is sent again after $what, unchanged and with the same key', async ({ step }) => {
  await using server = await scripted(step, answer(200, organization));

  const created = await clientOf(server).createOrganization({ name: 'N' });

  const [first, second, ...others] = server.take().map(({ line, body, headers }) => ({
    line,
    body,
    key: headers['idempotency-key'],
    authorization: headers.authorization,
  }));
  expect(created).toEqual(organization);
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    line: 'POST /v1/organization',
    body: '{"name":"N"}',
    key: expect.stringMatching(/^[\da-f-]{36}$/),
    authorization: 'Bearer key',
  });
  expect(others).toEqual([]);
});

test('every call has its own Idempotency-Key, unless one is given', async () => {
  await using server = await scripted(answer(200, organization));
  const client = clientOf(server);

  await client.createOrganization({ name: 'N' });
  await client.createOrganization({ name: 'N' });
  await client.createOrganization({ name: 'N' }, { idempotencyKey: 'order-7' });
  await client.listWebhooks();

  const keys = server.take().map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(4);
  expect(keys.slice(2)).toEqual(['order-7', undefined]);
});

test.for([400, 412])('a request is not repeated after %i', async (status) => {
  await using server = await scripted(answer(status), answer(200, {}));

  await expect(clientOf(server).listWebhooks()).rejects.toMatchObject({ name: 'ApiError', status });
  expect(server.take()).toHaveLength(1);
});

test('a call fails after three retries, or after the number in its options', async () => {
  await using server = await scripted(answer(503, {}, atOnce));

  await expect(clientOf(server).listWebhooks()).rejects.toMatchObject({ status: 503 });
  expect(server.take()).toHaveLength(4);
  await expect(clientOf(server, 0).listWebhooks()).rejects.toMatchObject({ status: 503 });
  expect(server.take()).toHaveLength(1);
});

const envelope = {
  type: 'x',
  code: 'rate_limit_exceeded',
  message: 'Slow down.',
  param: 'p',
  retry_after: 9,
};
const errors = [{ location: 'body.url', message: 'must be public', value: 'https://10.0.0.1' }];
const problem = { type: 'about:blank', title: 'x', status: 422, detail: 'url must be public', errors };
const none = { code: null, param: null, retryAfter: null };
test.for<[what: string, Answer, object]>([
  [
    'the code, message and details of an envelope',
    answer(429, { error: envelope }, { 'Retry-After': '9' }),
    {
      message: 'Slow down.',
      status: 429,
      code: 'rate_limit_exceeded',
      param: 'p',
      requestId: 'req-1',
      retryAfter: 9,
      errors: [],
    },
  ],
  [
    'the detail and all errors of a problem',
    answer(422, problem),
    { message: 'url must be public', status: 422, ...none, errors },
  ],
  ...['<html>', 'null', '{"error":null}'].map((body): [string, Answer, object] => [
    `the status, when a proxy answers ${body}`,
    answer(418, body),
    { message: 'HTTP 418', status: 418, ...none },
  ]),
])('a failure has %s', async ([, step, expected]) => {
  await using server = await scripted(step);

  const call = clientOf(server, 0).listWebhooks();

  await expect(call).rejects.toMatchObject({ name: 'ApiError', ...expected });
});

test('a failure has the reason why no answer came', async () => {
  await using server = await scripted('cut');

  const failure = await clientOf(server, 0)
    .listWebhooks()
    .catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({ name: 'ConnectionError', status: 0, code: null, requestId: null });
  expect((failure as ConnectionError).cause).toBeInstanceOf(TypeError);
});

describe('an aborted call', () => {
  test('ends with its reason while it waits for an answer, and is not repeated', async () => {
    const controller = new AbortController();
    await using server = await scripted(() => controller.abort(new Error('changed my mind')));

    const call = clientOf(server).listWebhooks({}, { signal: controller.signal });

    await expect(call).rejects.toThrow('changed my mind');
    expect(server.take()).toHaveLength(1);
  });

  test('is not sent at all when it is aborted before', async () => {
    await using server = await scripted('silent');

    const call = clientOf(server).listWebhooks({}, { signal: AbortSignal.abort(new Error('never')) });

    await expect(call).rejects.toThrow('never');
    expect(server.take()).toEqual([]);
  });
});

test('an attempt that takes too long is repeated like a lost one', async () => {
  await using server = await scripted('silent');
  let attempts = 0;
  const client = createClient({
    baseUrl: server.endpoint,
    timeoutMilliseconds: 20,
    maxRetries: 1,
    // Attempts are counted when they begin, because an attempt can end before the server has the request.
    fetch: (...request) => {
      attempts += 1;
      return fetch(...request);
    },
  });

  await expect(client.listWebhooks()).rejects.toMatchObject({
    name: 'ConnectionError',
    cause: { name: 'TimeoutError' },
  });
  expect(attempts).toBe(2);
});

test('lists request the next page only when all items of the page before were read', async () => {
  const page = (id: string, next_cursor: string) =>
    answer(200, { items: [{ id }], pagination: { next_cursor, has_more: next_cursor !== '' } });
  await using server = await scripted(page('a', 'c1'), page('b', 'c2'), page('c', ''));
  const client = clientOf(server);

  for await (const { id } of client.listDocuments.all({ created_after: 'then' }))
    if (String(id) === 'b') break;

  expect(server.take().map(({ line }) => line)).toEqual([
    'GET /v1/documents?limit=100&created_after=then',
    'GET /v1/documents?limit=100&created_after=then&cursor=c1',
  ]);
});
