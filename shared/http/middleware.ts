import type { MiddlewareObj, Request } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { authenticate, authorize } from '../access/authentication.ts';
import { ApiError } from '../access/errors.ts';
import type { Identification, Principal } from '../access/principal.ts';
import { replayedHeader } from '../contract/headers.ts';
import { maxJsonBodyBytes } from '../contract/limits.ts';
import { type OperationContract, refusesUnknownQuery } from '../contract/operation.ts';
import type { AnswerItem } from '../data/callers/answers.ts';
import { ConflictError } from '../data/table/conflict.ts';
import { log } from '../runtime/log.ts';
import { identificationOf } from './authorizerContext.ts';
import { readableFrom } from './crossOrigin.ts';
import { errorResponse, toApiError } from './errorResponse.ts';
import { lowerCaseNames } from './headers.ts';
import { idempotencyKeyIn } from './idempotencyKey.ts';
import { callerForLog, subjectForLog } from './logLine.ts';
import type { Form } from './multipart.ts';
import { enforceRateLimit, rateHeaders } from './rateLimit.ts';
import { checkQueryNames } from './validation.ts';

/** Lambda's context, with what the middlewares found out about the request. */
export type RequestContext = Context & {
  identification: Identification;
  principal: Principal;
  /** The `Idempotency-Key` of a POST. */
  idempotencyKey?: string | undefined;
  /** The answer that is stored for the key; undefined if there is none. */
  earlier?: Promise<AnswerItem | undefined>;
  /** Set if the response is the stored answer. */
  replayed?: true;
  /** Set if a POST found its resource there (`existing` in the contract). */
  isExisting?: boolean;
  form?: Form;
  /** The file that is the body of the request, and its media type. */
  file?: { readonly file: Uint8Array; readonly mediaType: string };
  /** The hash of the session token, on operations that change the session (`ownSession`). */
  sessionHash?: string;
};
/** A request in progress. No field is certain, because an error can end the request before a middleware has set the field. */
type MiddlewareRequest = Request<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  Context & Partial<RequestContext>
>;
export type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RequestContext>;

/** Renders errors in the operation's format, logs one line per request, and adds the request id to the response. */
export const outcome = (contract: OperationContract): Middleware => {
  const finish = (request: MiddlewareRequest, response: APIGatewayProxyResult, error?: unknown) => {
    const { requestId, requestTimeEpoch } = request.event.requestContext;
    const { identification, principal, replayed } = request.context;
    response.headers = readableFrom(request.event.headers.origin, {
      ...response.headers,
      'X-Request-Id': requestId,
      ...(identification && rateHeaders(identification.rate)),
      ...(replayed && { [replayedHeader]: 'true' }),
    });
    const about = {
      operation: contract.id,
      request_id: requestId,
      ...(identification && callerForLog(identification, principal)),
      ...subjectForLog(request.event.pathParameters),
      status: response.statusCode,
      ...(replayed && { replayed }),
      duration_ms: Date.now() - requestTimeEpoch,
    };
    if (response.statusCode >= 500) log.error('request failed', { ...about, error });
    else if (error instanceof ApiError)
      log.info('request refused', {
        ...about,
        code: error.code,
        param: error.param,
        ...(request.error instanceof ConflictError && { contention: true }),
      });
    else log.info('request', about);
  };
  return {
    before: ({ event, context }) => {
      event.headers = lowerCaseNames(event.headers);
      context.identification = identificationOf(event.requestContext.authorizer);
    },
    after: (request) => {
      if (request.response) finish(request, request.response);
    },
    onError: (request) => {
      const error = toApiError(request.error);
      const response = errorResponse(contract, error);
      request.response = response;
      finish(request, response, response.statusCode >= 500 ? request.error : error);
    },
  };
};

/** Checks the rate limits, the names of query parameters and the operation's permission, and reads the `Idempotency-Key` of a POST. */
export const access = (contract: OperationContract): Middleware => ({
  before: ({ event, context }) => {
    enforceRateLimit(context.identification.rate, Date.now());
    authenticate(context.identification);
    if (refusesUnknownQuery(contract)) checkQueryNames(contract, event.multiValueQueryStringParameters);
    context.principal = authorize(context.identification, contract);
    if (contract.method === 'POST') context.idempotencyKey = idempotencyKeyIn(event.multiValueHeaders);
  },
});

const parseJson = httpJsonBodyParser();

/**
 * Parses `application/json` and puts the result into the event's body. The size is checked before, because parsing and validating take time
 * for every key and element.
 */
export const jsonBody: Middleware = {
  before: (request) => {
    const { body, isBase64Encoded } = request.event;
    if (Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8') > maxJsonBodyBytes)
      throw new ApiError('body_too_large', `The body must be at most ${maxJsonBodyBytes} bytes.`);
    try {
      return parseJson.before?.(request);
    } catch (error) {
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 415)
        throw new ApiError(
          'unsupported_media_type',
          'Content-Type must be application/json.',
          'Content-Type',
        );
      Object.assign(request.event, { body: parsedAnyway(request.event) });
    }
  },
};

/**
 * Parses what the parser refuses although it is JSON: a body after a byte order mark (RFC 8259, section 8.1), and objects with a field
 * `__proto__`, which is a field like any other here, so the schemas refuse it by its name.
 */
function parsedAnyway({ body, isBase64Encoded }: APIGatewayProxyEvent): unknown {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ApiError('invalid_json', 'The body is not a JSON object.');
  }
}
