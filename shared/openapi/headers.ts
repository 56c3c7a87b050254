import { errorCodeHeader } from '../contract/errorCodes.ts';
import { replayedHeader } from '../contract/headers.ts';
import { isAnsweredOnce, type OperationContract } from '../contract/operation.ts';
import type { responseHeaders } from '../contract/words/headers.ts';
import type { Reference } from './model.ts';
import { reference } from './schemas.ts';

type HeaderName = keyof typeof responseHeaders;

const always: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  'Vary',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const of = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

/** Returns the headers of an error response with a status. */
export const headersOf = (status: number): Record<string, Reference> =>
  of([...always, errorCodeHeader, ...(status === 429 ? (['Retry-After'] as const) : [])]);

/** Returns the headers that an operation's success and its 304 response have. */
export const successHeadersOf = (operation: OperationContract): Record<string, Reference> => {
  const { success, entityTag, csv } = operation;
  return of([
    ...always,
    ...(entityTag ? (['ETag'] as const) : []),
    ...(success.status === 201 ? (['Location'] as const) : []),
    ...(csv ? (['Link'] as const) : []),
    ...(isAnsweredOnce(operation) ? ([replayedHeader] as const) : []),
  ]);
};
