import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Access } from '../iam/access.ts';
import type { JsonServer } from '../jsonServer.ts';
import { serveLoopback } from '../ownNames.ts';
import type { BucketDefinition } from '../template/stores.ts';
import { actionOfMissingObject, actionsOfS3, type BucketRequest } from './access.ts';
import { addCorsHeaders, answerPreflight } from './cors.ts';
import { accessDenied, errorXml, notImplemented, S3Error } from './errors.ts';
import { refuseUnknown } from './implemented.ts';
import { expireObjects } from './lifecycle.ts';
import { ObjectStore } from './objectStore.ts';
import { type Exchange, operationFor } from './operations.ts';
import { verifySignature } from './signature.ts';

interface LocalS3 extends Pick<JsonServer, 'endpoint' | 'close'> {
  /** Creates missing buckets and sets the rules of all buckets. */
  provide(buckets: readonly BucketDefinition[]): void;
  /** Removes all objects with their versions. No request may be under way. */
  empty(): void;
  /** Removes the objects that have expired by `now` (epoch milliseconds). A timer also calls this every hour. */
  expire(now: number): Promise<void>;
}

/** The time between two runs that remove expired objects. Each run reads the names of all objects. AWS has one run a day. */
const expiryIntervalMilliseconds = 60 * 60 * 1000;

/**
 * Starts a local S3, which keeps its objects in a directory. The local S3 supports ranges, presigned URLs, checksums and CORS, and enforces
 * signatures and expiry. An acknowledged upload survives the end of the process. An interrupted upload changes nothing.
 *
 * @param options.port 0 picks a free port
 * @param options.access decides which requests are allowed
 */
export async function startS3(options: {
  directory: string;
  port: number;
  access: Access;
}): Promise<LocalS3> {
  const { directory, port, access } = options;
  const buckets = new Map<string, { store: ObjectStore; definition: BucketDefinition }>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { bucket: name, key, query } = locate(request);
    const bucket = buckets.get(name);
    if (!bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist.');
    const { corsRules } = bucket.definition;
    if (request.method === 'OPTIONS') return answerPreflight(corsRules, request, response);
    addCorsHeaders(corsRules, request, response);
    const { method = '', url: target = '', headers } = request;
    refuseUnknown(headers, query);
    const principal = verifySignature({ method, target, headers }, access);
    const asked: BucketRequest = { method, bucket: name, key, query, headers };
    access.authorize(principal, actionsOfS3(asked), accessDenied);
    const operation = operationFor(asked);
    if (!operation)
      throw notImplemented(`${request.method} with ${[...query.keys()].join(', ') || 'this path'}`);
    const storeOf = (other: string): ObjectStore | undefined => buckets.get(other)?.store;
    const { store } = bucket;
    const exchange: Exchange = { request, response, bucket: name, key, query, store, storeOf };
    await operation(exchange).catch((error: unknown) => {
      const isMissing = error instanceof S3Error && error.code === 'NoSuchKey';
      throw isMissing && !access.allows(principal, actionOfMissingObject(asked)) ? accessDenied() : error;
    });
  };

  const { server, endpoint } = await serveLoopback(port, (request, response) => {
    const requestId = randomUUID();
    response.setHeader('x-amz-request-id', requestId);
    answer(request, response).catch((error: unknown) => refuse(request, response, error, requestId));
  });
  const expire = async (now: number): Promise<void> => {
    for (const { store, definition } of buckets.values())
      await expireObjects(store, definition.lifecycleRules, now);
  };
  const report = (error: unknown): void => console.error('Expired objects could not be removed:', error);
  const sweeper = setInterval(() => void expire(Date.now()).catch(report), expiryIntervalMilliseconds);
  const directoryOf = ({ name }: BucketDefinition) => join(directory, name);
  const provide: LocalS3['provide'] = (definitions) => {
    for (const definition of definitions)
      buckets.set(definition.name, {
        store: new ObjectStore(directoryOf(definition), definition),
        definition,
      });
  };
  return {
    endpoint,
    provide,
    empty: () => {
      for (const { store, definition } of buckets.values()) {
        store.close();
        rmSync(directoryOf(definition), { recursive: true });
        provide([definition]);
      }
    },
    expire,
    close: async () => {
      clearInterval(sweeper);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      for (const { store } of buckets.values()) store.close();
    },
  };
}

function locate(request: IncomingMessage): { bucket: string; key: string; query: URLSearchParams } {
  const target = request.url ?? '/';
  const start = target.indexOf('?');
  const path = start < 0 ? target : target.slice(0, start);
  const [, bucket = '', ...segments] = path.split('/');
  return {
    bucket,
    key: decodeURIComponent(segments.join('/')),
    query: new URLSearchParams(start < 0 ? '' : target.slice(start + 1)),
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, requestId: string): void {
  // Reads the rest of an upload, because a client reads the answer only after sending the whole upload.
  request.resume();
  if (response.headersSent || request.socket.destroyed) {
    response.destroy();
    return;
  }
  if (!(error instanceof S3Error)) console.error(error);
  const shown =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', 'We encountered an internal error.');
  if (shown.status === 501) console.error(shown.message);
  const body = errorXml(shown, requestId);
  response.writeHead(shown.status, {
    'Content-Type': 'application/xml',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
