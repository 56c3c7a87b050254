import * as z from 'zod/mini';
import {
  type ErrorCode,
  errorCodeHeader,
  errorCodes,
  type ProblemCode,
  problemCodes,
} from '../errorCodes.ts';
import {
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  replayedHeader,
  staffOverrideHeader,
} from '../headers.ts';
import { organizationId } from '../identifiers.ts';
import { isAnsweredOnce, type OperationContract, takesPreconditions } from '../operation.ts';

interface RequestHeader {
  readonly parameter: { readonly name: string; readonly description: string };
  /** Tells headers of one name with different descriptions apart. Default: there are none */
  readonly variant?: string;
  readonly schema: z.ZodMiniType;
  readonly takenBy: (operation: OperationContract) => boolean;
}

const hasSecret = ({ success }: OperationContract): boolean => success.shownOnce !== undefined;
const hasUrl = ({ success }: OperationContract): boolean => success.expiring !== undefined;

const repeatable =
  'A key of your choice, which lets you repeat the request safely. For 24 hours, the same caller with the same key gets the first success ' +
  'again, with `Idempotent-Replayed: true`. The same key with another path or content is an error. Errors are not stored.';

const idempotencyKey = (
  variant: string,
  description: string,
  takenBy: RequestHeader['takenBy'],
): RequestHeader => ({
  parameter: { name: idempotencyKeyHeader, description },
  variant,
  schema: z.string().check(z.regex(idempotencyKeyPattern)),
  takenBy,
});

/** The headers of requests besides the credential. */
export const requestHeaders: readonly RequestHeader[] = [
  {
    parameter: {
      name: staffOverrideHeader,
      description:
        'For service staff: the organization to act in, instead of their own. Everyone else is refused (403).',
    },
    schema: organizationId,
    takenBy: ({ staffOverride }) => staffOverride === true,
  },
  {
    parameter: {
      name: 'If-Match',
      description:
        'One or several `ETag`s, or `*`. If the current `ETag` is none of them, the answer is 412 and nothing is changed.',
    },
    schema: z.string(),
    takenBy: takesPreconditions,
  },
  {
    parameter: {
      name: 'If-None-Match',
      description:
        'One or several `ETag`s that the client has, or `*`. If the current `ETag` is one of them, a GET answers 304 and a ' +
        'change answers 412.',
    },
    schema: z.string(),
    takenBy: takesPreconditions,
  },
  idempotencyKey(
    '',
    repeatable,
    (operation) => isAnsweredOnce(operation) && !hasSecret(operation) && !hasUrl(operation),
  ),
  idempotencyKey(
    'with_secret',
    `${repeatable} For ten minutes the answer also has its secret, if the credential has at least the permissions of the first one; later ` +
      'the field is left out.',
    hasSecret,
  ),
  idempotencyKey(
    'with_url',
    `${repeatable} The URL is new in each answer, because it is not stored.`,
    hasUrl,
  ),
  idempotencyKey(
    'without_effect',
    'Accepted without an effect, because repeating the request does no harm.',
    (operation) => operation.method === 'POST' && !isAnsweredOnce(operation),
  ),
];

/** The meaning of each code that only the problem format has. */
export const problemCodeWords: Readonly<Record<ProblemCode, string>> = {
  name_taken: 'Another policy, or another group, of the organization has the name.',
  last_owner: 'The organization would have no owner.',
  already_member: 'The address is that of a member.',
  endpoint_disabled: 'The webhook endpoint is disabled.',
  url_not_allowed: 'The service does not send to such a URL.',
};

/** The headers of responses. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of the request. The service’s logs have it too.',
    required: true,
    schema: { type: 'string' },
  },
  [errorCodeHeader]: {
    description:
      'The code of the error, also where the body has none. In the problem format, 400 and 422 have `missing_required_field`, ' +
      '`invalid_value`, `unknown_field`, `idempotency_key_reused` or one of these:\n' +
      Object.entries(problemCodeWords)
        .map(([code, meaning]) => `\n- \`${code}\`: ${meaning}`)
        .join(''),
    required: true,
    schema: { type: 'string', enum: [...(Object.keys(errorCodes) as ErrorCode[]), ...problemCodes] },
    'x-extension': true,
  },
  'Cache-Control': {
    description:
      '`private, no-cache` with an `ETag`: a client must revalidate a stored answer before it uses it. `private, no-store` ' +
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
      'The requests that the caller may make in a minute, by the limit that is reached first: that of all requests, of POST ' +
      'requests, or of all credentials of the person or organization together. Only answers of operations have the three ' +
      'X-RateLimit headers.',
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
    description: 'The entity tag of the representation. It changes when a field changes.',
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
    description: 'The answer is the stored one of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'boolean', const: true },
  },
  'Retry-After': {
    description: 'The seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

/** The headers of a delivery, as Standard Webhooks defines them. */
export const deliveryHeaders = [
  { name: 'webhook-id', description: 'The id of the event.', schema: { type: 'string' } },
  {
    name: 'webhook-timestamp',
    description: 'The Unix time in seconds of this attempt. Refuse those that are older than five minutes.',
    schema: { type: 'integer' },
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the Base64 of an HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the body as it came, joined by full ' +
      'stops; the key is the part of the secret after `whsec_`, decoded from Base64. While a secret is being replaced there ' +
      'are two, separated by a space.',
    schema: { type: 'string' },
  },
];
