import type { ApiError } from 'dynalite/db/index.js';

/** Returns an error in dynalite's form: HTTP 400 and a body with DynamoDB's type. */
export function apiError(type: string, message: string, name = type): ApiError {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message };
  return Object.assign(new Error(message), { name, statusCode: 400, body });
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** Returns the last part of the body's `__type`, such as `ValidationException`. */
export function errorType(error: ApiError): string {
  return error.body.__type.split('#')[1] ?? '';
}
