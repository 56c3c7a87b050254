import * as z from 'zod/mini';

/** Specification 2.2, "Error type". */
export const errorType = z.enum([
  'invalid_request_error',
  'authentication_error',
  'authorization_error',
  'not_found_error',
  'rate_limit_error',
  'api_error',
]);
export type ErrorType = z.infer<typeof errorType>;

/**
 * Every code an error body can carry, with its envelope status and type. The list is closed: a handler throws
 * by code, and what the client sees is decided here. Statuses stay within those that specification 7.1 lists for
 * each operation, so a file that is too large is 400 rather than 413 and a wrong media type 400 rather than 415.
 */
export const errorCodes = {
  missing_required_field: { status: 400, type: 'invalid_request_error' },
  invalid_value: { status: 400, type: 'invalid_request_error' },
  unknown_field: { status: 400, type: 'invalid_request_error' },
  invalid_json: { status: 400, type: 'invalid_request_error' },
  invalid_multipart: { status: 400, type: 'invalid_request_error' },
  unsupported_media_type: { status: 400, type: 'invalid_request_error' },
  invalid_cursor: { status: 400, type: 'invalid_request_error' },
  invalid_file: { status: 400, type: 'invalid_request_error' },
  file_too_large: { status: 400, type: 'invalid_request_error' },
  missing_api_key: { status: 401, type: 'authentication_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  invalid_session: { status: 401, type: 'authentication_error' },
  insufficient_permissions: { status: 403, type: 'authorization_error' },
  resource_not_found: { status: 404, type: 'not_found_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
} as const satisfies Record<string, { status: number; type: ErrorType }>;
export type ErrorCode = keyof typeof errorCodes;

/** Specification 7.1: all five keys are required. */
export const errorEnvelope = z.strictObject({
  error: z.strictObject({
    type: errorType,
    message: z.string().check(z.minLength(1)),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    param: z.nullable(z.string()),
    retry_after: z.nullable(z.int()),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** Specification 7.2; media type `application/problem+json` (RFC 9457). */
export const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(
    z.array(z.strictObject({ location: z.string(), message: z.string(), value: z.unknown() })),
  ),
});
export type Problem = z.infer<typeof problem>;

/**
 * What API Gateway answers when a request does not reach an operation: it cannot know which format the client expects,
 * so the body is both, and whichever a client reads it finds all of it.
 */
export const gatewayError = z.strictObject({ ...errorEnvelope.shape, ...problem.shape });
