import { STATUS_CODES } from 'node:http';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { exposedHeaders } from '../shared/contract/crossOrigin.ts';
import { type ErrorCode, errorCodes } from '../shared/contract/errorCodes.ts';
import type { ErrorEnvelope, Problem } from '../shared/contract/errors.ts';

interface GatewayError {
  readonly type: apigateway.ResponseType;
  readonly code: ErrorCode;
  readonly message: string;
  /** Default: null */
  readonly retryAfterSeconds?: number;
}

const { ResponseType } = apigateway;

/**
 * No method of this API takes AWS signatures, so API Gateway only looks for one where there is no method: for
 * requests with no Authorization header it misses the token, for those with ours it cannot read the signature.
 */
const noSuchRoute = {
  code: 'resource_not_found',
  message: 'There is no operation with this method and path.',
} as const;
const failed = { code: 'internal_error', message: 'The request could not be completed.' } as const;
const tooMany = {
  code: 'rate_limit_exceeded',
  message: 'Too many requests reached the service at the same time. Try again in a moment.',
  retryAfterSeconds: 1,
} as const;
const malformed = { code: 'invalid_value', message: 'The request could not be understood.' } as const;

/**
 * The errors that API Gateway makes itself, when no handler has been reached. Their statuses are the contract's: a client
 * meets no status that specification 7 does not list.
 */
export const gatewayErrors: readonly GatewayError[] = [
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, ...noSuchRoute },
  { type: ResponseType.INVALID_SIGNATURE, ...noSuchRoute },
  { type: ResponseType.EXPIRED_TOKEN, ...noSuchRoute },
  { type: ResponseType.RESOURCE_NOT_FOUND, ...noSuchRoute },
  // It covers all other 4XX: with every type of its own named here, signatures that do not even parse.
  { type: ResponseType.DEFAULT_4XX, ...noSuchRoute },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'file_too_large',
    message: 'The request is larger than the service accepts.',
  },
  {
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    code: 'unsupported_media_type',
    message: 'The Content-Type of the request is not supported.',
  },
  { type: ResponseType.BAD_REQUEST_BODY, ...malformed },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, ...malformed },
  {
    type: ResponseType.UNAUTHORIZED,
    code: 'invalid_api_key',
    message: 'The request could not be authenticated.',
  },
  { type: ResponseType.INVALID_API_KEY, code: 'invalid_api_key', message: 'The API key is not valid.' },
  {
    type: ResponseType.ACCESS_DENIED,
    code: 'insufficient_permissions',
    message: 'You are not allowed to do this.',
  },
  { type: ResponseType.WAF_FILTERED, code: 'insufficient_permissions', message: 'The request was refused.' },
  { type: ResponseType.THROTTLED, ...tooMany },
  { type: ResponseType.QUOTA_EXCEEDED, ...tooMany },
  { type: ResponseType.API_CONFIGURATION_ERROR, ...failed },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, ...failed },
  { type: ResponseType.AUTHORIZER_FAILURE, ...failed },
  { type: ResponseType.INTEGRATION_FAILURE, ...failed },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    code: 'internal_error',
    message: 'The request took too long and was given up. Part of it may have happened.',
  },
  { type: ResponseType.DEFAULT_5XX, ...failed },
];

/**
 * Gives the API's own errors both of specification 7's bodies at once: a client expects one of them, depending on its
 * operation, and here none is known. The keys of the two do not clash.
 */
export function addGatewayResponses(api: apigateway.RestApi, corsOrigins: readonly string[]): void {
  for (const { type, code, message, retryAfterSeconds } of gatewayErrors) {
    const { status, type: errorType } = errorCodes[code];
    const body: ErrorEnvelope & Problem = {
      error: { type: errorType, message, code, param: null, retry_after: retryAfterSeconds ?? null },
      type: 'about:blank',
      title: STATUS_CODES[status] ?? '',
      status,
      detail: message,
    };
    api.addGatewayResponse(`Error-${type.responseType}`, {
      type,
      statusCode: String(status),
      responseHeaders: {
        'X-Request-Id': 'context.requestId',
        'Cache-Control': "'private, no-store'",
        'X-Content-Type-Options': "'nosniff'",
        ...readableFromOrigins(corsOrigins),
        ...(retryAfterSeconds !== undefined && { 'Retry-After': `'${retryAfterSeconds}'` }),
      },
      templates: { 'application/json': JSON.stringify(body) },
    });
  }
}

/**
 * A gateway response cannot choose among several origins. It says the same to everyone and nothing about anybody, so then pages of
 * all origins may read it.
 */
const readableFromOrigins = ([first, ...others]: readonly string[]): Record<string, string> =>
  first === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': others.length === 0 ? `'${first}'` : "'*'",
        'Access-Control-Expose-Headers': `'${exposedHeaders.join(', ')}'`,
      };
