import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Principal } from '../access/principal.ts';
import {
  type BodyOf,
  type CurrentOf,
  type JsonBody,
  type OperationContract,
  type PathOf,
  type QueryOf,
  type ResponseOf,
  takesPreconditions,
} from '../contract/operation.ts';
import { coldStart } from '../runtime/coldStart.ts';
import { enforceOnChange, isKnown, preconditionsOf } from './entityTag.ts';
import { access, jsonBody, type Middleware, outcome, type RequestContext } from './middleware.ts';
import { type HttpResponse, notModified } from './response.ts';
import { currentTag, parsedResponse, success } from './success.ts';
import { validate } from './validation.ts';

/** The request as a handler gets it: parsed, validated, and from a caller who holds the operation's permission. */
export interface OperationRequest<C extends OperationContract> {
  readonly principal: Principal;
  readonly path: PathOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** Whether the query names a room, also if the operation has no such parameter. */
  readonly namesRoom: boolean;
  /** Throws 412 when the preconditions ask for another state. Handlers call it each time they have loaded the resource. */
  readonly checkPreconditions: (current: CurrentOf<C>) => void;
}

/**
 * Returns a Lambda handler for one operation of the contract. Its steps are: authenticate, authorize, parse, validate, handle, parse the
 * response. Errors are rendered in the operation's own format.
 *
 * Use it for operations that take JSON or no body. Use `post` for operations with an `Idempotency-Key`, and `upload` for forms with a file.
 */
export const operation = <const C extends RepeatableContract & { readonly body: JsonBody | null }>(
  contract: C,
  handle: (request: OperationRequest<C>) => Promise<ResponseOf<C>>,
) =>
  run(contract, contract.body === null ? [] : [jsonBody], async (request) =>
    parsedResponse(contract, await handle(request)),
  );

/** An operation whose answers are not stored for replays. */
export type RepeatableContract = OperationContract &
  ({ readonly method: Exclude<OperationContract['method'], 'POST'> } | { readonly idempotency: 'by nature' });

/** Makes the HTTP response of a successful operation from the parsed response and the path parameters. */
type Representation = (
  contract: OperationContract,
  body: unknown,
  path: unknown,
  event: APIGatewayProxyEvent,
  principal: Principal,
  isExisting?: boolean,
) => HttpResponse | Promise<HttpResponse>;

/**
 * Returns an `operation` with the given body parsers. The handler also gets the middlewares' context and the body before validation. The
 * handler returns the parsed response.
 *
 * @param represent makes the HTTP response of the parsed response. Default: JSON
 */
export const run = <C extends OperationContract>(
  contract: C,
  bodyParser: Middleware[],
  handle: (request: OperationRequest<C>, context: RequestContext, body: unknown) => Promise<unknown>,
  represent: Representation = (contract, body, path, _event, _principal, isExisting) =>
    success(contract, body, path, isExisting),
) => {
  coldStart();
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RequestContext>()
    .use([outcome(contract), access(contract), ...bodyParser])
    .handler(async (event, context) => {
      const body: unknown = context.form?.fields ?? event.body;
      const valid = validate({
        path: { schema: contract.pathParameters, value: event.pathParameters ?? {} },
        query: { schema: contract.query, value: event.queryStringParameters ?? {} },
        body: { schema: bodySchema(contract.body), value: body },
      });
      const preconditions = takesPreconditions(contract)
        ? preconditionsOf(event.multiValueHeaders)
        : undefined;
      const checkPreconditions = (current: unknown): void => {
        if (preconditions) enforceOnChange(preconditions, currentTag(contract, current));
      };
      // The contract's schemas produced these very values; TypeScript cannot infer this for a generic contract.
      const namesRoom = event.queryStringParameters?.room !== undefined;
      const { principal } = context;
      const request = { ...valid, principal, namesRoom, checkPreconditions } as OperationRequest<C>;
      const parsed = await handle(request, context, body);
      const answer = await represent(
        contract,
        parsed,
        valid.path,
        event,
        context.principal,
        context.isExisting,
      );
      const isRead = contract.method === 'GET' && preconditions !== undefined;
      return isRead && isKnown(preconditions, answer.headers.ETag ?? '') ? notModified(answer) : answer;
    });
};

/** An operation that takes no body ignores a body that is sent. */
function bodySchema(body: OperationContract['body']): z.ZodMiniType {
  if (body === null || body.kind === 'file') return z.any();
  return body.kind === 'json' ? body.schema : body.fields;
}
