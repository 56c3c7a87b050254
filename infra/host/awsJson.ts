import { hash } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Credentials } from './credentials.ts';
import { refused, type Send } from './directRequests.ts';
import { algorithm, SigningKeys, signatureOf, timeOf } from './iam/signature.ts';
import { bodyOf, type JsonResponse } from './jsonServer.ts';

/** A store that the host itself calls with the AWS JSON protocols. */
export interface JsonService {
  readonly endpoint: string;
  /** The operation's namespace: `DynamoDB_20120810` or `AmazonSQS`. */
  readonly target: string;
  /** The region that requests are signed for. */
  readonly region: string;
  readonly credentials: Credentials;
  /** Sends requests by a port. Default: they go over sockets */
  readonly send?: Send;
  /** The stores' time in epoch milliseconds. Default: the time of this process */
  now?(): number;
}

/** A refusal by a store, with its error type, such as `ResourceInUseException`. */
export class StoreError extends Error {
  readonly type: string;

  constructor(operation: string, type: string, message: string) {
    super(`${operation}: ${type}: ${message}`);
    this.type = type;
  }
}

/** Calls one operation. Throws a StoreError when the store refuses. */
export async function callJson(service: JsonService, operation: string, input: object): Promise<unknown> {
  const { status, text } = await post(service, operation, JSON.stringify(input));
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (status === 200) return body;
  const { __type: type, message } = { __type: 'UnknownError', message: text, ...(body as object) };
  throw new StoreError(operation, String(type).replace(/^.*#/, ''), String(message));
}

const signingNames: Readonly<Record<string, string>> = {
  AmazonSQS: 'sqs',
  DynamoDB_20120810: 'dynamodb',
  TrentService: 'kms',
};
const signingKeys = new SigningKeys();

function signed(service: JsonService, operation: string, body: string) {
  const { endpoint, target, region, credentials, now = Date.now } = service;
  const time = timeOf(now());
  const scope = `${time.slice(0, 8)}/${region}/${signingNames[target] ?? target}/aws4_request`;
  const { accessKeyId, sessionToken } = credentials;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host: new URL(endpoint).host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': `${target}.${operation}`,
  };
  const signedHeaders = Object.keys(headers).join(';');
  const canonical = { method: 'POST', path: '/', query: '', headers, signedHeaders, time, scope };
  const key = signingKeys.of(credentials, scope);
  const signature = signatureOf({ ...canonical, payloadHash: hash('sha256', body) }, key);
  return {
    ...headers,
    authorization: `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

// Each queue message takes several calls. `fetch` would be several times slower than this agent.
const agent = new Agent({ keepAlive: true });

async function post(service: JsonService, operation: string, body: string) {
  const { endpoint, send } = service;
  const headers = signed(service, operation, body);
  if (send) {
    const { promise, resolve, reject } = Promise.withResolvers<JsonResponse>();
    send({ endpoint, headers, body }, (answer) => (answer ? resolve(answer) : reject(refused(endpoint))));
    const { status, payload } = await promise;
    return { status, text: payload };
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(endpoint, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end(body);
  });
  return { status: response.statusCode, text: (await bodyOf(response)).toString() };
}
