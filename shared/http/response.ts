import type { APIGatewayProxyResult } from 'aws-lambda';
import { entityTagOf } from './entityTag.ts';

/** A response that always has headers, so that a middleware can add its own. */
export type HttpResponse = APIGatewayProxyResult & { headers: Record<string, string> };

/**
 * The headers of answers without an entity tag. Caches must not store such an answer: it depends on the caller and may change at any time.
 */
const notStored = { 'Cache-Control': 'private, no-store' };

/** Returns a JSON response that caches must not store. */
export const json = (statusCode: number, body: unknown, contentType = 'application/json'): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': contentType, ...notStored, 'X-Content-Type-Options': 'nosniff' },
  body: JSON.stringify(body),
});

/** Returns a response without a body. */
export const empty = (statusCode: number): HttpResponse => ({ statusCode, headers: notStored, body: '' });

/** Returns a response that clients may store. Before each use, a client must check by the entity tag that the response is still current. */
export const tagged = (response: HttpResponse): HttpResponse & { headers: { ETag: string } } => ({
  ...response,
  headers: {
    ...response.headers,
    ETag: entityTagOf(response.body),
    'Cache-Control': 'private, no-cache',
    Vary: varyBy('Accept-Encoding', response.headers),
  },
});

/** Returns the value of `Vary` with `name` added. The response depends on the request header of this name. */
export const varyBy = (name: string, { Vary }: Readonly<Record<string, string>>): string =>
  Vary === undefined ? name : `${Vary}, ${name}`;

/**
 * Returns the 304 for a client that already has the response. The 304 names the media type of the response. Without it, API Gateway would
 * add `application/json`, and a cache might store that type (RFC 9111, section 3.2).
 */
export const notModified = (response: HttpResponse): HttpResponse => ({
  ...response,
  statusCode: 304,
  body: '',
});
