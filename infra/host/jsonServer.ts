import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface JsonRequest {
  /** `X-Amz-Target`, such as `AmazonSQS.SendMessage`. */
  readonly target: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface JsonServer {
  readonly endpoint: string;
  /** Takes no more requests; resolves when those that were taken are answered. */
  close(): Promise<void>;
}

// Longer than an idle SDK client keeps a connection, so that no request meets a closing one.
const keepAliveMs = 120_000;

/**
 * An AWS JSON protocol on loopback: POST of an object, the operation named in `X-Amz-Target`.
 *
 * @param options.port 0 picks a free port
 * @param options.answer answers one request, refusals included; what it throws becomes a 500 `InternalFailure`
 */
export async function startJsonServer(options: {
  port: number;
  protocol: '1.0' | '1.1';
  answer(request: JsonRequest): JsonAnswer | Promise<JsonAnswer>;
}): Promise<JsonServer> {
  const answering = new Set<Promise<void>>();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const bytes = await buffer(request);
      const { status, body, headers } = await perform(options.answer, request.headers, bytes);
      const payload = JSON.stringify(body);
      response.writeHead(status, {
        'content-type': `application/x-amz-json-${options.protocol}`,
        'content-length': Buffer.byteLength(payload),
        'x-amzn-requestid': crypto.randomUUID(),
        ...headers,
      });
      response.end(payload);
    } catch {
      // The client went away before its request was complete.
      response.destroy();
    }
  };
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const answered = respond(request, response).finally(() => answering.delete(answered));
    answering.add(answered);
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await Promise.all(answering);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function perform(
  answer: (request: JsonRequest) => JsonAnswer | Promise<JsonAnswer>,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<JsonAnswer> {
  const input = parseObject(bytes);
  if (!input) return refusal(400, 'com.amazon.coral.service#SerializationException');
  try {
    return await answer({ target: String(headers['x-amz-target'] ?? ''), input, headers });
  } catch (error) {
    console.error(error);
    return refusal(500, 'com.amazon.coral.service#InternalFailure');
  }
}

/** An error as the AWS JSON protocols write it: its shape's name in `__type`. */
export const refusal = (status: number, type: string, message?: string): JsonAnswer => ({
  status,
  body: { __type: type, ...(message !== undefined && { message }) },
});

function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
