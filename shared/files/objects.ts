import { hash } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { constructStack } from '@smithy/core/client';
import { getEndpointFromInstructions } from '@smithy/core/endpoints';
import { getRetryPlugin } from '@smithy/core/retry';
import type {
  DeserializeMiddleware,
  Handler,
  HttpRequest,
  HttpResponse,
  SerializeMiddleware,
} from '@smithy/types';
import { connections } from '../aws/connections.ts';
import { errorOf } from '../aws/errors.ts';
import { signing } from '../aws/lean.ts';
import { once } from '../aws/once.ts';
import { limits, s3 } from './s3.ts';

/**
 * What handlers and workers do with single objects. The SDK's own commands take a millisecond of CPU time each for what never
 * differs here: endpoints, authentication schemes, checksums, schemas, streams. Settings, credentials, retries and errors are the
 * SDK's; operators' commands and presigned URLs use its client.
 */

/** An object, by its bucket and key. */
export interface Place {
  readonly bucket: string;
  readonly key: string;
}

interface Operation {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly place: Place;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
  readonly requestTimeout?: number;
}
interface Outcome {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
  /** The retries count here. */
  readonly $metadata: object;
}

const transport = connections(limits);

const endpoints = new Map<string, () => ReturnType<typeof getEndpointFromInstructions>>();
function endpointOf(Bucket: string) {
  const known =
    endpoints.get(Bucket) ?? once(() => getEndpointFromInstructions({ Bucket }, GetObjectCommand, s3.config));
  endpoints.set(Bucket, known);
  return known();
}

const nothingHashed = hash('sha256', '');

const serialize: SerializeMiddleware<Operation, Outcome> = (next) => async (args) => {
  const { method, place, headers = {}, body } = args.input;
  const { url } = await endpointOf(place.bucket);
  const given = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  const request = {
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: `${url.pathname.replace(/\/$/, '')}/${encodedPath(place.key)}`,
    query: {},
    method,
    headers: { 'x-amz-content-sha256': nothingHashed, ...Object.fromEntries(given) },
    body,
  };
  return next({ ...args, request });
};

const deserialize: DeserializeMiddleware<Operation, Outcome> = (next, context) => async (args) => {
  const { response } = await next(args);
  const { statusCode, headers, body } = response as HttpResponse;
  // A copy that fails after it has begun is answered with 200 and an error (Amazon S3, "CopyObject").
  const hasFailed = 'x-amz-copy-source' in (args.input.headers ?? {}) && !endsWell.test(body.toString());
  const status = hasFailed && statusCode === 200 ? 503 : statusCode;
  if (status >= 300)
    throw await errorOf(s3.config, context, { ...(response as HttpResponse), statusCode: status });
  return { response, output: { headers, content: body, $metadata: { httpStatusCode: statusCode } } };
};
const endsWell = /<\/CopyObjectResult>\s*$/;

const middlewareStack = constructStack<Operation, Outcome>();
middlewareStack.use(getRetryPlugin(s3.config));
middlewareStack.add(serialize, { name: 'serializerMiddleware', step: 'serialize' });
middlewareStack.add(deserialize, { name: 'deserializerMiddleware', step: 'deserialize' });
middlewareStack.addRelativeTo(signing(s3.config, 's3'), {
  name: 'sign',
  relation: 'after',
  toMiddleware: 'retryMiddleware',
});

/** For who watches what is sent. */
export const objects = {
  middlewareStack,
  /** Closes idle connections. Middlewares that were added since the last request take part from then on. */
  destroy(): void {
    transport.destroy?.();
    pipelines.clear();
  },
};

/** By the names of S3's operations. */
const pipelines = new Map<string, Handler<Operation, Outcome>>();

async function send(name: string, operation: Operation): Promise<Outcome> {
  let pipeline = pipelines.get(name);
  if (!pipeline) {
    pipeline = middlewareStack.resolve(
      ({ input: { requestTimeout }, request }) =>
        transport.handle(request as HttpRequest, requestTimeout === undefined ? {} : { requestTimeout }),
      { clientName: 'S3Client', commandName: `${name}Command` },
    );
    pipelines.set(name, pipeline);
  }
  const { output } = await pipeline({ input: operation });
  return output;
}

/** As in the path of a URL, each segment of a key by itself. */
const encodedPath = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Puts an object. S3 compares its SHA-256 with what arrives, and keeps it. */
export async function putObject(place: Place, body: Uint8Array, contentType: string): Promise<void> {
  const sha256 = hash('sha256', body, 'buffer');
  await send('PutObject', {
    method: 'PUT',
    place,
    body,
    headers: {
      'content-type': contentType,
      'content-length': String(body.byteLength),
      'x-amz-content-sha256': sha256.toString('hex'),
      'x-amz-checksum-sha256': sha256.toString('base64'),
    },
  });
}

export interface FetchedObject {
  readonly etag: string | undefined;
  readonly content: Uint8Array;
}

/**
 * Gets an object, or the bytes that `range` names (`bytes=0-99`), and compares the whole of it with the SHA-256 that S3 has kept.
 * Throws NoSuchKey where there is none, and `PreconditionFailed` where it has another ETag than `ifMatch`.
 */
export async function getObject(
  place: Place,
  { ifMatch, range }: { readonly ifMatch?: string | undefined; readonly range?: string } = {},
): Promise<FetchedObject> {
  const mode = range === undefined ? 'ENABLED' : undefined;
  const { headers, content } = await send('GetObject', {
    method: 'GET',
    place,
    headers: { 'if-match': ifMatch, range, 'x-amz-checksum-mode': mode },
  });
  const sha256 = headers['x-amz-checksum-sha256'];
  // That of an object which came in parts is no hash of the whole: it has a hyphen.
  const isKept = sha256 !== undefined && mode !== undefined && !sha256.includes('-');
  if (isKept && hash('sha256', content, 'base64') !== sha256)
    throw new Error(`S3 sent ${place.key} with another SHA-256 than it keeps`);
  return { etag: headers.etag, content };
}

export interface CopyOptions {
  /** The ETag that the original has to have. Default: any */
  readonly ifMatch?: string | undefined;
  /** How long S3 may be silent about it, in milliseconds. */
  readonly requestTimeout: number;
}

/** Copies an object. S3 makes a SHA-256 of it and keeps that. */
export async function copyObject(
  from: Place,
  place: Place,
  { ifMatch, requestTimeout }: CopyOptions,
): Promise<void> {
  await send('CopyObject', {
    method: 'PUT',
    place,
    requestTimeout,
    headers: {
      'x-amz-copy-source': encodedPath(`${from.bucket}/${from.key}`),
      'x-amz-copy-source-if-match': ifMatch,
      'x-amz-checksum-algorithm': 'SHA256',
    },
  });
}

/** Removes an object, if it is there. */
export async function deleteObject(place: Place): Promise<void> {
  await send('DeleteObject', { method: 'DELETE', place });
}
