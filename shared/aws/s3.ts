import { hash } from 'node:crypto';
import type { Answer, ConnectionLimits } from './connections.ts';
import { endpointsOf } from './endpoints.ts';
import { xmlFailure } from './errors.ts';
import { s3Parameters, s3Rules } from './sdk.ts';
import { sender } from './send.ts';
import { settingsOf } from './settings.ts';

/** Bodies are a few megabytes at most, within one region. A body that stops arriving counts as a timeout. */
export const limits: ConnectionLimits = {
  connectMilliseconds: 1000,
  answerMilliseconds: 4000,
  isPerPiece: true,
};

export const settings = settingsOf('s3', { maxAttempts: 3 });
export const endpointOf = endpointsOf(settings, { serviceId: 'S3', bdd: s3Rules, ...s3Parameters });

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

/** The operations on single objects that handlers and workers use. */
export const objects = sender<Operation, Pick<Answer, 'headers' | 'body'>>(settings, limits, {
  request: async (_operation, { place, headers = {}, ...asked }) => ({
    url: await endpointOf(place.bucket),
    path: `/${encodedPath(place.key)}`,
    headers,
    ...asked,
  }),
  output: ({ headers, body }) => ({ headers, body }),
  // For a copy that fails after it has begun, S3 answers 200 with an error (Amazon S3, "CopyObject").
  statusOf: ({ statusCode, body }, { headers = {} }) =>
    statusCode === 200 && 'x-amz-copy-source' in headers && !endsWell.test(body.toString())
      ? 503
      : statusCode,
  failure: xmlFailure,
});
const endsWell = /<\/CopyObjectResult>\s*$/;

/** Returns a key for the path of a URL: all characters encoded except the slashes. */
export const encodedPath = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Puts an object. S3 compares the SHA-256 with the bytes that arrive, and stores the SHA-256. */
export async function putObject(place: Place, body: Uint8Array, contentType: string): Promise<void> {
  const sha256 = hash('sha256', body, 'buffer');
  await objects.send('PutObject', {
    method: 'PUT',
    place,
    body,
    headers: {
      'content-type': contentType,
      'x-amz-content-sha256': sha256.toString('hex'),
      'x-amz-checksum-sha256': sha256.toString('base64'),
    },
  });
}

interface FetchedObject {
  readonly etag: string | undefined;
  readonly content: Uint8Array;
}

/**
 * Gets an object, or the bytes that `range` names (`bytes=0-99`), and compares a whole object with the SHA-256 that S3 stored. Throws
 * `NoSuchKey` if there is no object, and `PreconditionFailed` if its ETag is not `ifMatch`.
 */
export async function getObject(
  place: Place,
  { ifMatch, range }: { readonly ifMatch?: string | undefined; readonly range?: string } = {},
): Promise<FetchedObject> {
  const { headers, body: content } = await objects.send('GetObject', {
    method: 'GET',
    place,
    headers: { 'if-match': ifMatch, range, 'x-amz-checksum-mode': 'ENABLED' },
  });
  const sha256 = headers['x-amz-checksum-sha256'];
  // An object that was uploaded in parts has a checksum with a hyphen, which is not the hash of the whole object.
  const isOfWhole = sha256 !== undefined && range === undefined && !sha256.includes('-');
  if (isOfWhole && hash('sha256', content, 'base64') !== sha256)
    throw new Error(`S3 sent ${place.key} with another SHA-256 than it keeps`);
  return { etag: headers.etag, content };
}

interface CopyOptions {
  /** The ETag that the original must have. Default: any */
  readonly ifMatch?: string | undefined;
  /** The time to wait for S3's answer, in milliseconds. */
  readonly requestTimeout: number;
}

/** Copies an object. S3 computes and stores the SHA-256 of the copy. */
export async function copyObject(
  from: Place,
  place: Place,
  { ifMatch, requestTimeout }: CopyOptions,
): Promise<void> {
  await objects.send('CopyObject', {
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
  await objects.send('DeleteObject', { method: 'DELETE', place });
}
