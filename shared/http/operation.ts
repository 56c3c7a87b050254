import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import {
  type BodyOf,
  type JsonBody,
  type OperationContract,
  type PathOf,
  type QueryOf,
  type ResponseOf,
  takesPreconditions,
} from '../contract/operation.ts';
import { checkEnvironment } from '../environment.ts';
import { enforceOnChange, isKnown, preconditionsOf } from './entityTag.ts';
import { access, jsonBody, type Middleware, outcome, type RequestContext } from './middleware.ts';
import type { Principal } from './principal.ts';
import { notModified } from './response.ts';
import { success } from './success.ts';
import { validate } from './validation.ts';

/** The request as a handler gets it: parsed, validated, and from a caller who holds the operation's permission. */
export interface OperationRequest<C extends OperationContract> {
  readonly principal: Principal;
  readonly path: PathOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /**
   * Throws 412 when the client wants the resource changed only from another state than its current one. Handlers that change one
   * with an entity tag call it wherever they have loaded it: what is committed after it was derived from that very state.
   */
  readonly checkPreconditions: (current: ResponseOf<C>) => void;
}

/**
 * Returns a Lambda handler for one operation of the contract, in this order: authenticate, authorize, parse, validate,
 * handle, and parse the response. Errors are rendered in the operation's own format.
 *
 * For operations that take JSON or no body; for forms with a file there is `upload`.
 */
export const operation = <const C extends OperationContract & { readonly body: JsonBody | null }>(
  contract: C,
  handle: (request: OperationRequest<C>) => Promise<ResponseOf<C>>,
) => run(contract, contract.body === null ? [] : [jsonBody], handle);

/** Returns an `operation` with a body parser of choice; the handler gets the middlewares' context besides the request. */
export const run = <C extends OperationContract>(
  contract: C,
  bodyParser: Middleware[],
  handle: (request: OperationRequest<C>, context: RequestContext) => Promise<ResponseOf<C>>,
) => {
  checkEnvironment();
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, RequestContext>()
    .use([outcome(contract), access(contract), ...bodyParser])
    .handler(async (event, context) => {
      const valid = validate({
        path: { schema: contract.pathParameters, value: event.pathParameters ?? {} },
        query: { schema: contract.query, value: event.queryStringParameters ?? {} },
        body: { schema: bodySchema(contract.body), value: context.form?.fields ?? event.body },
      });
      const preconditions = takesPreconditions(contract)
        ? preconditionsOf(event.multiValueHeaders)
        : undefined;
      const answerWith = (response: unknown) => success(contract, response, valid.path);
      const checkPreconditions = (current: unknown): void => {
        if (preconditions) enforceOnChange(preconditions, answerWith(current).headers.ETag ?? '');
      };
      // The contract's schemas produced these very values; TypeScript cannot follow that through a generic contract.
      const request = { ...valid, principal: context.principal, checkPreconditions } as OperationRequest<C>;
      const answer = answerWith(await handle(request, context));
      const isRead = contract.method === 'GET' && preconditions !== undefined;
      return isRead && isKnown(preconditions, answer.headers.ETag ?? '') ? notModified(answer) : answer;
    });
};

/** An operation without a body ignores one that is sent. */
function bodySchema(body: OperationContract['body']): z.ZodMiniType {
  if (body === null) return z.any();
  return body.kind === 'json' ? body.schema : body.fields;
}
