import middy, { type MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type {
  BodyOf,
  MultipartBody,
  OperationContract,
  PathOf,
  QueryOf,
  ResponseOf,
} from '../contract/operation.ts';
import { log } from '../log.ts';
import { looksLikePdf } from '../pdf/signature.ts';
import { authenticate, authorize } from './authentication.ts';
import { errorResponse, toApiError } from './errorResponse.ts';
import { ApiError, invalidRequest } from './errors.ts';
import { readForm } from './multipart.ts';
import type { Principal } from './principal.ts';
import { empty, type HttpResponse, json } from './response.ts';
import { validate } from './validation.ts';

/** What a handler gets: parsed, validated, and from a caller who holds the operation's permission. */
export interface OperationRequest<C extends OperationContract> {
  readonly principal: Principal;
  readonly path: PathOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The uploaded PDF of a form; its first bytes have been checked. */
  readonly file: C['body'] extends MultipartBody ? Uint8Array : undefined;
}

type Handle<C extends OperationContract> = (request: OperationRequest<C>) => Promise<ResponseOf<C>>;

type Event = APIGatewayProxyEvent;
/** Lambda's context, with the caller that the access middleware found. */
type RequestContext = Context & { principal: Principal };
type Middleware = MiddlewareObj<Event, APIGatewayProxyResult, Error, RequestContext>;

/**
 * A Lambda handler for one operation of the contract. In this order: authenticate, authorize, parse, validate, handle,
 * and parse the response. Whatever is thrown on the way is rendered in the operation's own error format.
 */
export const operation = <const C extends OperationContract>(contract: C, handle: Handle<C>) =>
  middy<Event, APIGatewayProxyResult, Error, RequestContext>()
    .use(outcome(contract))
    .use(access(contract))
    .use(contract.body?.kind === 'json' ? jsonBody : [])
    .handler(async (event, { principal }): Promise<HttpResponse> => {
      const { body, file } = await readBody(contract, event);
      const valid = validate({
        path: { schema: contract.pathParameters, value: event.pathParameters ?? {} },
        query: { schema: contract.query, value: event.queryStringParameters ?? {} },
        body: { schema: contract.body === null ? z.any() : schemaOf(contract.body), value: body },
      });
      if (file && !looksLikePdf(file)) throw notAPdf(contract);
      const request = { ...valid, file, principal };
      // The contract's schemas produced these very values; TypeScript cannot follow that through a generic contract.
      const response = await handle(request as OperationRequest<C>);
      const { status, schema } = contract.success;
      return schema === null ? empty(status) : json(status, z.parse(schema, response));
    });

const schemaOf = (body: NonNullable<OperationContract['body']>) =>
  body.kind === 'json' ? body.schema : body.fields;

async function readBody(
  contract: OperationContract,
  event: Event,
): Promise<{ body: unknown; file?: Uint8Array }> {
  if (contract.body?.kind !== 'multipart') return { body: event.body };
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const { fields, file } = await readForm(event.headers['content-type'], bytes, contract.body);
  return { body: fields, file };
}

function notAPdf(contract: OperationContract): ApiError {
  const param = contract.body?.kind === 'multipart' ? contract.body.file : 'body';
  return invalidRequest({
    code: 'invalid_file',
    location: `body.${param}`,
    param,
    message: `${param} is not a PDF file.`,
  });
}

/** Renders errors, logs one line a request, and names the request in the response. */
const outcome = (contract: OperationContract): Middleware => {
  const finish = (event: Event, response: APIGatewayProxyResult, error?: unknown) => {
    const { requestId, requestTimeEpoch } = event.requestContext;
    response.headers = { ...response.headers, 'X-Request-Id': requestId };
    const about = {
      operation: contract.id,
      request_id: requestId,
      status: response.statusCode,
      duration_ms: Date.now() - requestTimeEpoch,
    };
    if (response.statusCode >= 500)
      log.error('request failed', { ...about, ...(error instanceof Error && { error }) });
    else
      log.info('request', {
        ...about,
        ...(error instanceof ApiError && { code: error.code, param: error.param }),
      });
  };
  return {
    before: ({ event }) => {
      event.headers = lowerCaseNames(event.headers);
    },
    after: ({ event, response }) => {
      if (response) finish(event, response);
    },
    onError: (request) => {
      const response = errorResponse(contract, toApiError(request.error));
      request.response = response;
      finish(request.event, response, request.error);
    },
  };
};

/** HTTP/1.1 clients send header names in any case, and API Gateway passes them on as they came. */
const lowerCaseNames = (headers: Event['headers']): Event['headers'] =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

const access = (contract: OperationContract): Middleware => ({
  before: ({ event, context }) => {
    context.principal = authenticate(event.requestContext.authorizer);
    authorize(context.principal, contract.permission);
  },
});

const parseJson = httpJsonBodyParser();

const jsonBody: Middleware = {
  before: (request) => {
    try {
      return parseJson.before?.(request);
    } catch (error) {
      const mediaType = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
      throw mediaType
        ? new ApiError('unsupported_media_type', 'Content-Type must be application/json.', 'Content-Type')
        : new ApiError('invalid_json', 'The body is not a JSON object.');
    }
  },
};
