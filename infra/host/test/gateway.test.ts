import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalHost, startHost } from '../host.ts';
import { gatewayResponse, lambdaFunction, restApi, writeAssembly } from './fixture.ts';
import { directoryOfTests } from './ownDirectory.ts';

const handlers = {
  Echo: `exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`,
  // Answers with the content of the body.
  Say: `exports.handler = async (event) => JSON.parse(event.body);`,
  Slow: `exports.handler = () => new Promise((resolve) => setTimeout(resolve, 3000));`,
  Late: `exports.handler = async () => ({ statusCode: 200, body: 'late' });`,
  Authorizer: `exports.handler = async (event) => {
    const mode = event.headers['X-Mode'];
    if (mode === 'unauthorized') throw new Error('Unauthorized');
    if (mode === 'broken') throw new Error('broken');
    if (mode === 'malformed') return {};
    const Effect = mode === 'deny' ? 'Deny' : 'Allow';
    const Statement = [{ Effect, Action: 'execute-api:Invoke', Resource: event.methodArn }];
    return {
      principalId: 'caller',
      policyDocument: { Version: '2012-10-17', Statement },
    };
  };`,
};

const directory = directoryOfTests();
let host: LocalHost;
/** Resolves when the files of the function Late exist. */
let filesOfLate = Promise.resolve();

beforeAll(async () => {
  const api = restApi(
    {
      'GET /': 'Echo',
      'GET /v1/things': 'Echo',
      'GET /v1/things/{id}': 'Echo',
      'GET /v1/things/special': 'Say',
      'POST /v1/say': 'Say',
      'GET /v1/slow': 'Slow',
      'GET /v1/late': 'Late',
    },
    {
      authorizer: 'Authorizer',
      binaryMediaTypes: ['multipart/form-data', 'image/*'],
    },
  );
  for (const [name, TimeoutInMillis] of [
    ['Slow', 60],
    ['Late', 1000],
  ] as const) {
    const route = Object.values(api).find(({ Properties }) =>
      JSON.stringify(Properties?.Integration)?.includes(name),
    );
    Object.assign(route?.Properties?.Integration ?? {}, { TimeoutInMillis });
  }
  const assembly = writeAssembly(`${directory}/assembly`, {
    handlers,
    resources: {
      ...Object.fromEntries(Object.keys(handlers).map((name) => [name, lambdaFunction(name)])),
      ...api,
      Default4xx: gatewayResponse('DEFAULT_4XX', {
        StatusCode: '404',
        ResponseTemplates: { 'application/json': '{"type":"$context.error.responseType"}' },
      }),
    },
  });
  host = await startHost({
    port: 0,
    dataDirectory: `${directory}/data`,
    assemble: async () => assembly,
    awaitFiles: async (folder) => (folder.includes('Late') ? filesOfLate : undefined),
    report: () => undefined,
  });
});

afterAll(async () => {
  await host.close();
});

const fetchEvent = async (path: string, init?: RequestInit): Promise<APIGatewayProxyEvent> =>
  (await fetch(host.baseUrl + path, init)).json() as Promise<APIGatewayProxyEvent>;

const say = (response: unknown, headers: Record<string, string> = {}) =>
  fetch(`${host.baseUrl}/v1/say`, { method: 'POST', body: JSON.stringify(response), headers });

describe('the event', () => {
  test('has the path, its decoded parameters and the route', async () => {
    const event = await fetchEvent('/v1/things/a%2Fb%20%C3%A9');

    expect(event).toMatchObject({
      resource: '/v1/things/{id}',
      path: '/v1/things/a%2Fb%20%C3%A9',
      httpMethod: 'GET',
      pathParameters: { id: 'a/b é' },
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      requestContext: { resourcePath: '/v1/things/{id}', httpMethod: 'GET', stage: 'test' },
    });
  });

  test('has the last value of a repeated query parameter, and all of them', async () => {
    const event = await fetchEvent('/v1/things?a=1&a=2&b=x+y%2B&c');

    expect(event.queryStringParameters).toEqual({ a: '2', b: 'x y+', c: '' });
    expect(event.multiValueQueryStringParameters).toEqual({ a: ['1', '2'], b: ['x y+'], c: [''] });
    expect(event.pathParameters).toBeNull();
  });

  test('has the headers as sent, and the address of the client', async () => {
    const headers = { 'X-Custom': 'one', 'User-Agent': 'test', 'X-Forwarded-For': '203.0.113.9' };
    const event = await fetchEvent('/v1/things', { headers });

    expect(event.headers['X-Custom']).toBe('one');
    expect(event.headers['X-Forwarded-For']).toMatch(/^203\.0\.113\.9, /);
    expect(event.headers.connection).toBeUndefined();
    expect(event.multiValueHeaders['X-Custom']).toEqual(['one']);
    expect(event.requestContext.identity).toMatchObject({
      sourceIp: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      userAgent: 'test',
    });
    expect(event.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('a literal segment is preferred to a parameter', async () => {
  const response = await fetch(`${host.baseUrl}/v1/things/special`);

  expect(response.status).toBe(502);
});

describe('the authorizer', () => {
  test.for([
    ['deny', 404, { type: 'ACCESS_DENIED' }],
    ['unauthorized', 404, { type: 'UNAUTHORIZED' }],
    ['broken', 500, { message: 'Internal server error' }],
    ['malformed', 500, { message: 'Internal server error' }],
  ] as const)('with the result %s gives %i', async ([mode, status, body]) => {
    const response = await new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      httpRequest(`${host.baseUrl}/v1/things`, { headers: { 'X-Mode': mode } }, async (message) =>
        resolve({ status: message.statusCode, body: JSON.parse(await text(message)) }),
      )
        .on('error', reject)
        .end();
    });

    expect(response).toEqual({ status, body });
  });
});

describe('the response', () => {
  test('has the status, headers and body of the function', async () => {
    const response = await say({
      statusCode: 201,
      headers: { 'X-One': 'a', 'WWW-Authenticate': 'Bearer' },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      body: 'hé',
    });

    expect(response.status).toBe(201);
    expect(response.headers.get('x-one')).toBe('a');
    expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('hé');
  });

  test('is decoded from Base64 only if the client accepts a binary media type', async () => {
    const answer = { statusCode: 200, body: 'aGk=', isBase64Encoded: true };

    expect(await (await say(answer, { accept: 'image/png' })).text()).toBe('hi');
    expect(await (await say(answer, { accept: 'text/html' })).text()).toBe('aGk=');
  });

  test.for([
    ['a body that is no string', { statusCode: 200, body: { a: 1 } }],
    ['nothing', null],
  ] as const)('with %s is a 502', async ([, answer]) => {
    const response = await say(answer);

    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ message: 'Internal server error' });
  });

  test('waits for the files of the function, which on AWS are always there', async () => {
    await host.invoke('Late', {});
    filesOfLate = delay(1500);

    expect((await fetch(`${host.baseUrl}/v1/late`)).status).toBe(200);
  });

  test('is 504 when the function takes longer than the integration waits', async () => {
    const response = await fetch(`${host.baseUrl}/v1/slow`);

    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({ message: 'Endpoint request timed out' });
  });
});
