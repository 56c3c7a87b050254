/** Specification 2.2, "Error type". */
export const errorTypes = [
  'invalid_request_error',
  'authentication_error',
  'authorization_error',
  'not_found_error',
  'rate_limit_error',
  'api_error',
] as const;
export type ErrorType = (typeof errorTypes)[number];

/**
 * Every code that an error body can have, with its type and its status in the envelope format. The list is closed. Specification 7.1 limits
 * the statuses of each operation. So a file that is too large has the status 400 and not 413, and a wrong media type has 400 and not 415.
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
  invalid_upload: { status: 400, type: 'invalid_request_error' },
  upload_incomplete: { status: 400, type: 'invalid_request_error' },
  body_too_large: { status: 400, type: 'invalid_request_error' },
  idempotency_key_reused: { status: 400, type: 'invalid_request_error' },
  missing_api_key: { status: 401, type: 'authentication_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  invalid_session: { status: 401, type: 'authentication_error' },
  insufficient_permissions: { status: 403, type: 'authorization_error' },
  quota_exceeded: { status: 403, type: 'authorization_error' },
  resource_not_found: { status: 404, type: 'not_found_error' },
  precondition_failed: { status: 412, type: 'invalid_request_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  search_unavailable: { status: 503, type: 'api_error' },
} as const satisfies Record<string, { status: number; type: ErrorType }>;
export type ErrorCode = keyof typeof errorCodes;

/** The response header that carries the code of an error. In the problem format, the body has no code. */
export const errorCodeHeader = 'X-Error-Code';

/** The codes that only errors in the problem format have, in the header `X-Error-Code`. */
export const problemCodes = [
  'name_taken',
  'last_owner',
  'already_member',
  'endpoint_disabled',
  'url_not_allowed',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
export const isProblemCode = (code: ErrorCode | ProblemCode): code is ProblemCode =>
  problemCodes.some((one) => one === code);

/**
 * Returns the code of an error in the problem format. If the status is 400 and the error is not about one value, the code is
 * `invalid_value`.
 */
export const codeInProblem = (code: ErrorCode): ErrorCode =>
  errorCodes[code].status !== 400 || aboutOneValue.has(code) ? code : 'invalid_value';
const aboutOneValue: ReadonlySet<ErrorCode> = new Set([
  'missing_required_field',
  'invalid_value',
  'unknown_field',
  'idempotency_key_reused',
]);
