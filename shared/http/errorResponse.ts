import { STATUS_CODES } from 'node:http';
import { ApiError, tooEarly } from '../access/errors.ts';
import { codeInProblem, errorCodeHeader, errorCodes } from '../contract/errorCodes.ts';
import type { ErrorEnvelope, Problem } from '../contract/errors.ts';
import type { OperationContract } from '../contract/operation.ts';
import { ConflictError } from '../data/table/conflict.ts';
import { idempotencyKeyLocation } from './idempotencyKey.ts';
import { type HttpResponse, json } from './response.ts';

/** The time after which clients retry a change that conflicted with other changes. */
const contentionRetrySeconds = 1;

/** Turns any error into an ApiError. The client does not get the details of an unexpected error. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ConflictError)
    return tooEarly(
      `Other requests are changing the same resource. Nothing was changed. Try again in ${contentionRetrySeconds} s.`,
      contentionRetrySeconds,
    );
  return new ApiError(
    'internal_error',
    'Something went wrong in the service. Your request was not the cause. Please try again.',
  );
}

const envelope = (error: ApiError): HttpResponse => {
  const { status, type } = errorCodes[error.code];
  const body: ErrorEnvelope = {
    error: {
      type,
      message: error.message,
      code: error.code,
      param: error.param,
      retry_after: error.retryAfterSeconds,
    },
  };
  return json(status, body);
};

/**
 * Returns the status of a problem. The status is 422 for wrong values in the body, a wrong `Idempotency-Key` and issues marked
 * `unprocessable`. It is 400 if the body is not JSON, or if a required field is missing or malformed. In the envelope format, the status of
 * all these errors is 400.
 */
const problemStatus = (error: ApiError): number => {
  const { status } = errorCodes[error.code];
  const wrongBody = error.issues.some(
    (issue) =>
      issue.location.startsWith('body.') || issue.location === idempotencyKeyLocation || issue.unprocessable,
  );
  const isFieldMissing = error.issues.some(
    (issue) => issue.code === 'missing_required_field' && issue.value === undefined,
  );
  const malformed = error.issues.some((issue) => issue.malformed);
  return status === 400 && wrongBody && !isFieldMissing && !malformed ? 422 : status;
};

const problem = (error: ApiError): HttpResponse => {
  const status = problemStatus(error);
  const body: Problem = {
    type: 'about:blank',
    // Specification 7.2: the status phrase of RFC 9110.
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    ...(status === 422 && {
      errors: error.issues.map(({ location, message, value }) => ({
        location,
        message,
        value: value ?? null,
      })),
    }),
  };
  return json(status, body, 'application/problem+json');
};

/**
 * Renders an error in the format that a contract names. The header `X-Error-Code` repeats the code, because the body of a problem has no
 * code.
 */
export function errorResponse(
  { errorFormat }: Pick<OperationContract, 'errorFormat'>,
  error: ApiError,
): HttpResponse {
  const isProblem = errorFormat === 'problem';
  const response = isProblem ? problem(error) : envelope(error);
  response.headers[errorCodeHeader] = isProblem
    ? (error.issues[0]?.problemCode ?? codeInProblem(error.code))
    : error.code;
  if (error.retryAfterSeconds !== null) response.headers['Retry-After'] = String(error.retryAfterSeconds);
  return response;
}
