import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { type ErrorCode, errorCodeHeader } from '../../shared/contract/errorCodes.ts';
import { maxUploadBytes } from '../../shared/contract/limits.ts';
import { inBothFormats, noSuchRoute, readableErrors } from '../../shared/http/bothFormats.ts';

interface GatewayError {
  readonly type: apigateway.ResponseType;
  readonly code: ErrorCode;
  readonly message: string;
  /** The header at fault. Default: null */
  readonly param?: string;
  /** Default: null */
  readonly retryAfterSeconds?: number;
}

const { ResponseType } = apigateway;

const failed = { code: 'internal_error', message: 'The request could not be completed.' } as const;
const tooMany = {
  code: 'rate_limit_exceeded',
  message: 'Too many requests reached the service at the same time. Try again in a moment.',
  retryAfterSeconds: 1,
} as const;
/** API Gateway decompresses bodies. It answers so where it does not know the coding, or where the body does not have it. */
const encoded = {
  param: 'Content-Encoding',
  message:
    'Content-Encoding must be gzip or deflate, with a body that is compressed so; or leave it out, for a body that is not compressed.',
} as const;
const malformed = { code: 'invalid_value', message: 'The request could not be understood.' } as const;

/**
 * The errors that API Gateway itself returns before a request reaches a handler. All their statuses are listed in section 7 of the
 * specification.
 */
export const gatewayErrors: readonly GatewayError[] = [
  // API Gateway expects an AWS signature where no method matches. No method of this API uses such signatures, so these errors mean an
  // unknown route. API Gateway reports a missing token if there is no Authorization header, and an invalid signature if the header has a
  // credential of this service. For GET, HEAD and POST, the page `nowhere` answers unknown routes instead.
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, ...noSuchRoute },
  { type: ResponseType.INVALID_SIGNATURE, ...noSuchRoute },
  { type: ResponseType.EXPIRED_TOKEN, ...noSuchRoute },
  { type: ResponseType.RESOURCE_NOT_FOUND, ...noSuchRoute },
  // The default for all 4XX errors without a row here. Only signatures that API Gateway cannot parse cause such errors.
  { type: ResponseType.DEFAULT_4XX, ...noSuchRoute },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'file_too_large',
    message: `The request is larger than the service accepts. Send a PDF of more than ${maxUploadBytes} bytes through an upload: POST /v1/uploads.`,
  },
  // No method has a model for its body, so these errors are only about the encoding of a body.
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, code: 'unsupported_media_type', ...encoded },
  { type: ResponseType.BAD_REQUEST_BODY, code: 'invalid_value', ...encoded },
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

/** Adds API Gateway's errors, each with a body that fits both error formats of the specification. */
export function addGatewayResponses(api: apigateway.RestApi, corsOrigins: readonly string[]): void {
  for (const { type, code, message, param, retryAfterSeconds } of gatewayErrors) {
    const body = inBothFormats(code, message, retryAfterSeconds ?? null, param);
    api.addGatewayResponse(`Error-${type.responseType}`, {
      type,
      statusCode: String(body.status),
      responseHeaders: {
        'X-Request-Id': 'context.requestId',
        [errorCodeHeader]: `'${code}'`,
        'Cache-Control': "'private, no-store'",
        'X-Content-Type-Options': "'nosniff'",
        ...quoted(readableErrors(corsOrigins)),
        ...(retryAfterSeconds !== undefined && { 'Retry-After': `'${retryAfterSeconds}'` }),
      },
      templates: { 'application/json': JSON.stringify(body) },
    });
  }
}

/** Puts values into quotes, which mark fixed values in gateway responses. */
const quoted = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
