import type { Header, Reference } from './model.ts';
import { reference } from './schemas.ts';

/** The headers of responses, as they are published. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Names the request, in the service’s logs too.',
    required: true,
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
  'Retry-After': {
    description: 'The seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const satisfies Record<string, Header>;
type HeaderName = keyof typeof responseHeaders;

const always: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Returns the headers of a response with a status. */
export const headersOf = (status: number): Record<string, Reference> =>
  Object.fromEntries(
    [...always, ...(status === 429 ? (['Retry-After'] as const) : [])].map((name) => [
      name,
      reference('headers', name),
    ]),
  );
