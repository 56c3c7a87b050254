import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { serveLoopback } from './ownNames.ts';

/** One action of a service: returns its output, or a promise of it, for an input. Thrown errors become the answer. */
export type JsonAction = (input: Readonly<Record<string, unknown>>, headers: IncomingHttpHeaders) => unknown;

export interface SignedJson {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | string;
}

export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** Checks the signature and IAM's permission. Throws a JsonError. */
export type JsonGuard = (
  request: SignedJson,
  action: string,
  input: Readonly<Record<string, unknown>>,
) => void;

/** An AWS service with a JSON protocol: POST of an object, with the action in `X-Amz-Target`. */
interface JsonApi {
  /** The prefix of the action's name in `X-Amz-Target`, such as `AmazonSQS`. */
  readonly target: string;
  readonly protocol: '1.0' | '1.1';
  readonly actions: ReadonlyMap<string, JsonAction>;
  /** Authorizes requests. Default: accepts any signature */
  readonly guard?: JsonGuard | undefined;
  /** Returns the answer for an error of the service's own; undefined for all others. Default: none */
  refusalOf?(error: unknown): JsonAnswer | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An output that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A refusal that an action may throw, with its error type, such as `NotFoundException`. */
export class JsonError extends Error {
  readonly type: string;

  constructor(type: string, message?: string) {
    super(message);
    this.type = type;
  }
}

export interface JsonServer {
  readonly endpoint: string;
  /** Answers a request that did not come over a socket. Undefined: the server accepts no more requests */
  answer(request: SignedJson): Promise<JsonResponse> | undefined;
  /** Accepts no more requests. Resolves when the accepted ones are answered. */
  close(): Promise<void>;
}

/**
 * Serves a service on loopback.
 *
 * @param port 0 picks a free one
 */
export async function startJsonServer(port: number, api: JsonApi): Promise<JsonServer> {
  const answering = new Set<Promise<unknown>>();
  const track = <T>(answered: Promise<T>): Promise<T> => {
    answering.add(answered);
    return answered.finally(() => answering.delete(answered));
  };
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    void track(serveOne(api, request, response));
  const { server, endpoint } = await serveLoopback(port, serve);
  return {
    endpoint,
    answer: (request) => (server.listening ? track(respond(api, request)) : undefined),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await Promise.all(answering);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serveOne(api: JsonApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { status, headers, payload } = await respond(api, {
      headers: request.headers,
      body: await bodyOf(request),
    });
    response.writeHead(status, headers);
    // Text with one byte for each character is faster to write as latin1.
    const isAscii = headers['content-length'] === String(payload.length);
    response.end(payload, isAscii ? 'latin1' : 'utf8');
  } catch {
    // The client disconnected before its request was complete.
    response.destroy();
  }
}

async function respond(api: JsonApi, request: SignedJson): Promise<JsonResponse> {
  const { status, body, headers } = await answer(api, request);
  const payload = body instanceof JsonText ? body.text : JSON.stringify(body);
  return {
    status,
    headers: {
      'content-type': `application/x-amz-json-${api.protocol}`,
      'content-length': String(Buffer.byteLength(payload)),
      date: new Date().toUTCString(),
      // DynamoDB's clients verify the checksum. Clients of other services ignore it.
      'x-amz-crc32': String(crc32(payload)),
      'x-amzn-requestid': randomUUID(),
      ...headers,
    },
    payload,
  };
}

/** Reads a body. Rejects when the other side disconnects before its end. */
export function bodyOf(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
  });
}

async function answer(api: JsonApi, { headers, body }: SignedJson): Promise<JsonAnswer> {
  try {
    const target = String(headers['x-amz-target'] ?? '');
    const name = target.replace(`${api.target}.`, '');
    const action = api.actions.get(name);
    if (!action)
      throw new JsonError(`${common}UnknownOperationException`, `The host has no action ${target}.`);
    if (!headers.authorization)
      throw new JsonError(`${common}MissingAuthenticationTokenException`, 'The request is not signed.');
    const input = parseObject(body);
    api.guard?.({ headers, body }, name, input);
    return { status: 200, body: await action(input, headers) };
  } catch (error) {
    if (error instanceof JsonError) return refusal(400, error.type, error.message);
    const known = api.refusalOf?.(error);
    if (known) return known;
    console.error(error);
    return refusal(500, `${common}InternalFailure`);
  }
}

/** The namespace of the errors that all services share. */
export const common = 'com.amazon.coral.service#';

const refusal = (status: number, type: string, message?: string): JsonAnswer => ({
  status,
  body: { __type: type, ...(message && { message }) },
});

function parseObject(body: Buffer | string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Malformed JSON gets the same refusal as a value that is not an object.
  }
  throw new JsonError(`${common}SerializationException`);
}
