import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { millisecondsOf } from 'assembly-host/iam/signature';
import { afterAll, beforeEach } from 'vitest';
import { closed, listening } from '../../support/receivers/listening.ts';

export interface Sent {
  /** Such as `PUT /bucket/key`. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  /** The time of its signature, in milliseconds. */
  readonly signedAt: number;
  readonly bytes: Buffer;
  /** The body as text. */
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON, a text as it is. */
  readonly body?: object | string;
}

/** `silent` gives no answer, `cut` ends the connection, `cut within` does so in the middle of an answer. A function only runs. */
export type Answer = Reply | 'silent' | 'cut' | 'cut within' | (() => void);

export interface AnsweringStore extends AsyncDisposable {
  readonly endpoint: string;
  /** Returns the requests since the last call. */
  take(): readonly Sent[];
  /** The answers to the next requests, in order. */
  answers: Answer[];
  /** The answer to a request that was signed with a wrong clock. */
  refusal: Reply;
  /** The offset of its clock from this machine's. It refuses a signature that is more than five minutes off. */
  aheadMilliseconds: number;
}

const toleratedMilliseconds = 5 * 60_000;

/** An error in the format of DynamoDB. */
export const failing = (type: string, status = 400): Reply & { readonly body: object } => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' },
});

/** An error in the format of S3. */
export const failingS3 = (code: string, status: number): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`,
});

/** A store that gives these answers in order, and then `usual`. A client with a wrong clock gets `refusal`. */
export async function answeringStore(
  usual: object | string = {},
  refusal: Reply = failing('InvalidSignatureException'),
): Promise<AnsweringStore> {
  let sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { headers, method, url } = request;
    const time = Date.now() + store.aheadMilliseconds;
    const signedAt = millisecondsOf(String(headers['x-amz-date']));
    const bytes = await buffer(request);
    sent.push({ line: `${method} ${url}`, headers, signedAt, bytes, body: bytes.toString() });
    const isRefused = Math.abs(signedAt - time) > toleratedMilliseconds;
    const answer = isRefused ? store.refusal : (store.answers.shift() ?? {});
    if (typeof answer === 'function') return answer();
    if (answer === 'silent') return;
    if (answer === 'cut within') {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"id":', () => response.destroy());
      return;
    }
    if (answer === 'cut') {
      request.socket.destroy();
      return;
    }
    const { status = 200, headers: own, body = usual } = answer;
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      date: new Date(time).toUTCString(),
      ...own,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await listening(server);
  const store: AnsweringStore = {
    endpoint: `http://127.0.0.1:${port}`,
    answers: [],
    refusal,
    aheadMilliseconds: 0,
    take: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    [Symbol.asyncDispose]: async () => {
      await closed(server);
    },
  };
  return store;
}

/** Opens a store for the tests of a file, and sets the endpoints of the service and of the SDK to it. Before each test it is as new. */
export async function storeOfFile(
  usual?: object | string,
  {
    region = 'us-east-1',
    credentials: { accessKeyId, secretAccessKey } = { accessKeyId: 'AKIDFIRST', secretAccessKey: 'first' },
    refusal = failing('InvalidSignatureException') as Reply,
  } = {},
): Promise<AnsweringStore> {
  const store = await answeringStore(usual, refusal);
  const { endpoint } = store;
  afterAll(() => store[Symbol.asyncDispose]());
  beforeEach(() => {
    store.answers = [];
    store.take();
  });
  for (const service of ['DYNAMODB', 'S3', 'SQS', 'KMS'])
    process.env[`AWS_ENDPOINT_URL_${service}`] = endpoint;
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    // Outside of Lambda, the SDK caches credentials until they expire. These have expired already, so the SDK does not cache them.
    AWS_CREDENTIAL_EXPIRATION: new Date(Date.now() - 1000).toISOString(),
  });
  return store;
}
