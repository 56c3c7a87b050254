import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { isApiError } from './errors.ts';
import { Ledger } from './ledger.ts';
import { Operations } from './operations.ts';

export interface LocalDynamoDb {
  readonly endpoint: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

// Longer than an idle SDK client keeps a connection, so that no request meets a closing one.
const KEEP_ALIVE_MS = 120_000;

/**
 * DynamoDB on loopback: dynalite's validation, expressions and table layout, plus transactions. What was
 * acknowledged is synced to disk; a directory belongs to one process at a time.
 *
 * @param options.directory where LevelDB lives; created if missing
 * @param options.port 0 or omitted picks a free port
 */
export async function startDynamoDb(options: { directory: string; port?: number }): Promise<LocalDynamoDb> {
  const ledger = await Ledger.open(options.directory);
  const operations = new Operations(ledger);
  const answering = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answered = answer(operations, request, response).finally(() => answering.delete(answered));
    answering.add(answered);
  });

  try {
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    operations.close();
    await ledger.close();
    throw error;
  }

  const { port } = server.address() as AddressInfo;
  const shutDown = async () => {
    const closed = once(server, 'close');
    server.close();
    await Promise.all(answering);
    server.closeAllConnections();
    await closed;
    operations.close();
    await ledger.close();
  };
  let closing: Promise<void> | undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}

async function answer(
  operations: Operations,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const bytes = await buffer(request);
    const { status, body } = await perform(operations, request, bytes);
    const payload = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(payload),
      'x-amz-crc32': crc32(payload),
      'x-amzn-requestid': crypto.randomUUID(),
    });
    response.end(payload);
  } catch {
    // The client went away before its request was complete.
    response.destroy();
  }
}

async function perform(operations: Operations, request: IncomingMessage, bytes: Buffer): Promise<Answer> {
  const target = `${request.headers['x-amz-target'] ?? ''}`;
  const operation = operations.find(target.replace(/^DynamoDB_\d+\./, ''));
  if (!operation) return refusal('UnknownOperationException');
  if (!request.headers.authorization) {
    return refusal('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  }
  try {
    return { status: 200, body: await operation(parseObject(bytes)) };
  } catch (error) {
    if (isApiError(error)) return { status: error.statusCode, body: error.body };
    if (error instanceof SyntaxError) return refusal('SerializationException');
    console.error(error);
    return { status: 500, body: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' } };
  }
}

function parseObject(bytes: Buffer): object {
  const value: unknown = JSON.parse(bytes.toString());
  if (typeof value !== 'object' || value === null) throw new SyntaxError('expected an object');
  return value;
}

function refusal(type: string, message?: string): Answer {
  return { status: 400, body: { __type: `com.amazon.coral.service#${type}`, message } };
}
