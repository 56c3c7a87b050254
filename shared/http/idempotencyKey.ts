import { type ApiError, type Issue, invalidRequest } from '../access/errors.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '../contract/headers.ts';
import { type HeaderLines, listedIn } from './headers.ts';

/** The location that a problem names for this header. The status for a wrong key is 422, like that for a wrong body. */
export const idempotencyKeyLocation = 'header.idempotency-key';

/** Returns the key of a request; undefined if the request has no key. Throws for an invalid key and for several keys. */
export function idempotencyKeyIn(headers: HeaderLines): string | undefined {
  const key = listedIn(headers, 'idempotency-key');
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  throw wrongKey('invalid_value', `${idempotencyKeyHeader} must be 1 to 255 visible ASCII characters.`);
}

/** Returns the error for a key that is invalid or that another request has used. */
export const wrongKey = (code: Issue['code'], message: string): ApiError =>
  invalidRequest({ code, location: idempotencyKeyLocation, param: idempotencyKeyHeader, message });
