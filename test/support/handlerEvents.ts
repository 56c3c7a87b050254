import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Identification, Principal } from '../../shared/access/principal.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { contextOf } from '../../shared/http/authorizerContext.ts';
import type { RequestContext } from '../../shared/http/middleware.ts';

/** A caller as the authorizer describes them. Default: a person with an API key, without an organization and without permissions */
export const principal = (given: Partial<Principal> = {}): Principal => ({
  user: { id: newId('user'), type: 'user_account', name: 'Someone' },
  organization_id: null,
  role: null,
  permissions: [],
  credential: `key:${crypto.randomUUID()}`,
  reader: false,
  bound: false,
  staff: false,
  ...given,
});

export const rate = { limit: 1000, remaining: 999, resets_at_seconds: 60, exceeded: false };

/** What the authorizer says about a request of a caller. */
export const identified = (given: Partial<Principal> = {}): Identification => ({
  caller: { principal: principal(given) },
  staff_override: null,
  rate,
});

export type Handler = (
  event: APIGatewayProxyEvent,
  context: RequestContext,
  options: { signal: AbortSignal },
) => unknown;

/** Sends a request to a handler as API Gateway does, without headers and a body by default. */
export async function sendEvent(
  handler: Handler,
  identification: Identification,
  given: Partial<APIGatewayProxyEvent> = {},
): Promise<APIGatewayProxyResult> {
  const authorizer = contextOf(identification, '203.0.113.0/24');
  const event = {
    headers: {},
    body: null,
    isBase64Encoded: false,
    pathParameters: null,
    queryStringParameters: null,
    ...given,
    requestContext: { requestId: 'request-1', requestTimeEpoch: Date.now(), authorizer },
  };
  const options = { signal: new AbortController().signal };
  const answer = await handler(event as unknown as APIGatewayProxyEvent, {} as RequestContext, options);
  return answer as APIGatewayProxyResult;
}
