import { STATUS_CODES } from 'node:http';
import { exposedHeaders } from '../contract/crossOrigin.ts';
import { type ErrorCode, errorCodes } from '../contract/errorCodes.ts';
import type { ErrorEnvelope, Problem } from '../contract/errors.ts';

/** The error at an address that no operation and no page has. */
export const noSuchRoute = {
  code: 'resource_not_found',
  message: 'There is no operation with this method and path. The API reference is at /docs.',
} as const;

/**
 * Returns an error with both bodies of the specification (section 7) at once. The operation decides which body a client expects, and here
 * it is unknown. The two have no key in common.
 */
export function inBothFormats(
  code: ErrorCode,
  message: string,
  retryAfterSeconds: number | null,
): ErrorEnvelope & Problem {
  const { status, type } = errorCodes[code];
  return {
    error: { type, message, code, param: null, retry_after: retryAfterSeconds },
    type: 'about:blank',
    title: STATUS_CODES[status] ?? '',
    status,
    detail: message,
  };
}

/**
 * Returns the headers with which pages of a stage's other origins can read such an error. A gateway response cannot choose among several
 * origins. It contains no data about anybody, so with several origins pages of every origin may read it.
 */
export const readableErrors = ([first, ...others]: readonly string[]): Record<string, string> =>
  first === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': others.length === 0 ? first : '*',
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
      };
