import { isAnsweredOnce, type OperationContract } from '../contract/operation.ts';
import { replayedHeader } from '../http/idempotencyKey.ts';
import type { Header, Reference } from './model.ts';
import { reference } from './schemas.ts';

/** The headers of responses, as they are published. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Names the request, in the service’s logs too.',
    required: true,
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description:
      '`private, no-cache` beside an `ETag`: what was kept has to be asked about before it is used again. `private, no-store` ' +
      'without one.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: {
    description:
      '`Accept-Encoding` beside an `ETag`, `Accept` where there is CSV too, and `Origin` where pages of other origins may call the API. Left out otherwise.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description:
      'The requests that the caller may make in a minute, by the limit they are closest to: that of all, or that of POST ' +
      'requests. It and the next two are left out of answers that do not come from an operation.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'The requests that are left in this minute.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'The Unix time in seconds at which the minute ends.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description: 'The entity tag of the representation: another one as soon as any of its fields changes.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The URL of what was created.',
    schema: { type: 'string', format: 'uri' },
  },
  Link: {
    description: 'Of CSV: the URL of the next page, with `rel="next"` (RFC 8288). Left out on the last one.',
    schema: { type: 'string' },
  },
  [replayedHeader]: {
    description: 'The request has been answered before, to the same `Idempotency-Key`: this is that answer.',
    schema: { type: 'boolean', const: true },
  },
  'Retry-After': {
    description: 'The seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const satisfies Record<string, Header>;
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

/** Returns the headers of an error with a status. */
export const headersOf = (status: number): Record<string, Reference> =>
  of(status === 429 ? [...always, 'Retry-After'] : always);

/** Returns the headers of an operation's success, and of the answer to a client that has it already. */
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
