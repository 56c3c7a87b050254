import { STATUS_CODES } from 'node:http';
import { exposedHeaders } from '../contract/crossOrigin.ts';
import { type ErrorCode, errorCodes } from '../contract/errorCodes.ts';
import type { ErrorEnvelope, Problem } from '../contract/errors.ts';

/** The error for a combination of method and path that belongs to no operation and no page. */
export const noSuchRoute = {
  code: 'resource_not_found',
  message:
    'There is no operation with this method and path: the path takes other methods, or it is misspelt, or an id is empty. The API reference is at /docs.',
} as const;

/** The error for a path with an empty part, as in `/v1/documents//versions`. */
export const emptyPart = {
  ...noSuchRoute,
  message:
    'The path has an empty part: an id is empty, or there is a slash too many. The API reference is at /docs.',
} as const;

/**
 * Returns an error body that has the fields of both formats of the specification (section 7). The operation would decide the format, but
 * the operation is not known here. The two formats have no key in common.
 */
export function inBothFormats(
  code: ErrorCode,
  message: string,
  retryAfterSeconds: number | null,
  param: string | null = null,
): ErrorEnvelope & Problem {
  const { status, type } = errorCodes[code];
  return {
    error: { type, message, code, param, retry_after: retryAfterSeconds },
    type: 'about:blank',
    title: STATUS_CODES[status] ?? '',
    status,
    detail: message,
  };
}

/**
 * Returns the CORS headers of such an error. If several origins are allowed, pages of every origin may read the error, because a gateway
 * response cannot choose among origins. The error has no personal data, so this is safe.
 */
export const readableErrors = ([first, ...others]: readonly string[]): Record<string, string> =>
  first === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': others.length === 0 ? first : '*',
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
      };
