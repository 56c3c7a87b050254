import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { PageContract } from '../contract/pages.ts';
import { log } from '../log.ts';
import { messagePage } from '../pages/messagePage.ts';
import { identificationOf } from './authentication.ts';
import { ApiError } from './errors.ts';
import type { Identification, Principal } from './principal.ts';
import { enforceRateLimit, rateHeaders } from './rateLimit.ts';
import type { HttpResponse } from './response.ts';

export interface PageRequest {
  /** Who is signed in, or calls with an API key; null for anyone else. */
  readonly visitor: Principal | null;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names the request in logs, and to its visitor. */
  readonly requestId: string;
}

/**
 * A Lambda handler for a page. Whoever is not signed in, or no longer, is a visitor like any other; a change that comes
 * from another site is refused. Whatever is thrown becomes a page that says so, with the request's id.
 */
export const page = (contract: PageContract, handle: (request: PageRequest) => Promise<HttpResponse>) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(async (event, context) => {
    const { requestId, requestTimeEpoch } = event.requestContext;
    const identification = identificationOf(event.requestContext.authorizer);
    const response = await answer(event, identification, handle).catch((error: unknown) =>
      failure(error, requestId),
    );
    log.info('page', {
      page: contract.id,
      request_id: requestId,
      function_request_id: (context as Context).awsRequestId,
      status: response.statusCode,
      duration_ms: Date.now() - requestTimeEpoch,
    });
    return {
      ...response,
      headers: { ...response.headers, ...rateHeaders(identification.rate), 'X-Request-Id': requestId },
    };
  });

async function answer(
  event: APIGatewayProxyEvent,
  { caller, rate }: Identification,
  handle: (request: PageRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  enforceRateLimit(rate, Date.now());
  if ('rejection' in caller && caller.rejection === 'cross_site')
    throw new ApiError('insufficient_permissions', 'This request came from another site.');
  return handle({
    visitor: 'principal' in caller ? caller.principal : null,
    path: event.pathParameters ?? {},
    query: event.queryStringParameters ?? {},
    headers: Object.fromEntries(
      Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    requestId: event.requestContext.requestId,
  });
}

function failure(error: unknown, requestId: string): HttpResponse {
  if (error instanceof ApiError && error.code === 'rate_limit_exceeded') {
    const tooMany = messagePage({ status: 429, title: 'Too many requests', text: error.message });
    tooMany.headers['Retry-After'] = String(error.retryAfterSeconds);
    return tooMany;
  }
  if (error instanceof ApiError && error.code === 'insufficient_permissions')
    return messagePage({ status: 403, title: 'Not allowed', text: error.message });
  log.error('page failed', { request_id: requestId, error });
  return messagePage({
    status: 500,
    title: 'Something went wrong',
    text: `It was nothing you did. Please try again. If it stays like this, name the request ${requestId}.`,
  });
}
