import type { IncomingMessage } from 'node:http';
import { type Functions, PayloadTooLargeError } from '../functions.ts';
import type { ApiDefinition } from '../template/model.ts';
import { type Authorization, authorizerFailure, readAuthorization } from './authorizer.ts';
import { type GatewayError, gatewayResponse } from './gatewayResponses.ts';
import { authorizerEvent, methodArn, parseQuery, proxyEvent, type RoutedRequest } from './proxyEvent.ts';
import { type HttpAnswer, proxyAnswer } from './proxyResponse.ts';
import { type GatewayRequest, headerValues, readBody, toGatewayRequest } from './request.ts';
import { Routes } from './routes.ts';
import type { Answer } from './server.ts';
import { Usage } from './usage.ts';

export interface GatewayOptions {
  readonly api: ApiDefinition;
  readonly region: string;
  readonly functions: Pick<Functions, 'invoke'>;
}

/**
 * API Gateway's REST API with Lambda proxy integrations: finds the route, asks the authorizer, invokes the function,
 * and answers errors of its own with the template's gateway responses.
 */
export function gateway({ api, region, functions }: GatewayOptions): Answer {
  const routes = new Routes(api.routes);
  const usage = new Usage(api.usageKeys);

  const authorize = async (routed: RoutedRequest): Promise<Authorization | undefined> => {
    const { authorizerFunctionId } = routed.route;
    if (authorizerFunctionId === undefined) return undefined;
    const startedAt = Date.now();
    try {
      const payload = await functions.invoke(authorizerFunctionId, JSON.stringify(authorizerEvent(routed)));
      return readAuthorization(payload, methodArn(routed), Date.now() - startedAt);
    } catch (error) {
      return authorizerFailure(error);
    }
  };

  const integrate = async (
    routed: RoutedRequest,
    body: Buffer,
    authorizer: Record<string, unknown> | undefined,
  ): Promise<HttpAnswer | GatewayError> => {
    const { request, route } = routed;
    const event = JSON.stringify(proxyEvent(routed, body, authorizer));
    const timeout = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => timeout.resolve(undefined), route.timeoutMs);
    try {
      const invocation = functions.invoke(route.functionId, event, request.id);
      const payload = await Promise.race([invocation, timeout.promise]);
      if (payload === undefined) {
        invocation.catch(() => undefined);
        return 'INTEGRATION_TIMEOUT';
      }
      const accept = headerValues(request.headers, 'accept').join(',');
      return proxyAnswer(payload, accept, api.binaryMediaTypes) ?? 'DEFAULT_5XX';
    } catch (error) {
      return error instanceof PayloadTooLargeError ? 'REQUEST_TOO_LARGE' : 'DEFAULT_5XX';
    } finally {
      clearTimeout(timer);
    }
  };

  const answer = async (
    incoming: IncomingMessage,
    request: GatewayRequest,
  ): Promise<HttpAnswer | GatewayError> => {
    const match = routes.match(request.method, request.path);
    const query = parseQuery(request.rawQuery);
    if (match.kind === 'malformed' || !query) return 'BAD_REQUEST_PARAMETERS';
    if (match.kind === 'none') return 'MISSING_AUTHENTICATION_TOKEN';
    const body = await readBody(incoming);
    if (!body) return 'REQUEST_TOO_LARGE';
    const { route, pathParameters } = match;
    const routed: RoutedRequest = { api, region, request, route, pathParameters, query };
    const authorization = await authorize(routed);
    if (authorization && 'error' in authorization) return authorization.error;
    const refused = route.requiresKey && usage.admit(authorization?.usageKey, performance.now());
    return refused || integrate(routed, body, authorization?.context);
  };

  return async (incoming, requestId) => {
    const request = toGatewayRequest(incoming, requestId);
    const result = await answer(incoming, request);
    return typeof result === 'string'
      ? gatewayResponse(result, request, api.stage, api.gatewayResponses)
      : result;
  };
}
