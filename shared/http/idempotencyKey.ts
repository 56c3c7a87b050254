import { type ApiError, type Issue, invalidRequest } from './errors.ts';
import { type HeaderLines, listedIn } from './headers.ts';

export const idempotencyKeyHeader = 'Idempotency-Key';
/** The header of an answer that was given before. */
export const replayedHeader = 'Idempotent-Replayed';

/** 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[!-~]{1,255}$/;

/** The location of the header in a problem, which calls a wrong key 422: it is well-formed HTTP, like a wrong body. */
export const idempotencyKeyLocation = 'header.idempotency-key';

/** Returns the key that a request was sent with; undefined without one. Throws when it is no key, as two keys are none. */
export function idempotencyKeyIn(headers: HeaderLines): string | undefined {
  const key = listedIn(headers, 'idempotency-key');
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  throw wrongKey('invalid_value', `${idempotencyKeyHeader} must be 1 to 255 visible ASCII characters.`);
}

/** Returns the error for a key that is none, or that another request has used. */
export const wrongKey = (code: Issue['code'], message: string): ApiError =>
  invalidRequest({ code, location: idempotencyKeyLocation, param: idempotencyKeyHeader, message });
