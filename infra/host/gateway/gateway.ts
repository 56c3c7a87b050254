import type { IncomingMessage } from 'node:http';
import type { Recorder } from '../cloudwatch/recorder.ts';
import { type Functions, PayloadTooLargeError } from '../functions.ts';
import type { ApiDefinition, LambdaIntegration } from '../template/api.ts';
import type { MockIntegration } from '../template/mockIntegration.ts';
import { type Authorization, authorizerFailure, readAuthorization } from './authorizer.ts';
import { decoded, encoded } from './contentCoding.ts';
import { type GatewayError, gatewayResponse } from './gatewayResponses.ts';
import { authorizerEvent, methodArn, parseQuery, proxyEvent, type RoutedRequest } from './proxyEvent.ts';
import { type HttpAnswer, proxyAnswer } from './proxyResponse.ts';
import { type GatewayRequest, headerValues, readBody, toGatewayRequest } from './request.ts';
import { Routes } from './routes.ts';
import type { Answer } from './server.ts';
import { Usage } from './usage.ts';

interface GatewayOptions {
  readonly api: ApiDefinition;
  readonly region: string;
  readonly functions: Pick<Functions, 'awaitFiles' | 'invoke'>;
  /** Receives each answered request. Default: none */
  readonly observer?: Pick<Recorder, 'answered'>;
}

/**
 * A REST API of API Gateway with Lambda proxy integrations: finds the route, asks the authorizer and invokes the function. Errors of the
 * gateway itself are answered with the gateway responses of the template.
 */
export function gateway({ api, region, functions, observer }: GatewayOptions): Answer {
  const routes = new Routes(api.routes);
  const usage = new Usage(api.usageKeys);

  const authorize = async (routed: RoutedRequest): Promise<Authorization | GatewayError | undefined> => {
    const { authorizer } = routed.route;
    if (authorizer === undefined) return undefined;
    if (!authorizer.mayBeInvoked) return 'AUTHORIZER_CONFIGURATION_ERROR';
    const startedAt = Date.now();
    try {
      const payload = await functions.invoke(authorizer.functionId, JSON.stringify(authorizerEvent(routed)));
      return readAuthorization(payload, methodArn(routed), Date.now() - startedAt);
    } catch (error) {
      return authorizerFailure(error);
    }
  };

  const integrate = async (
    routed: RoutedRequest,
    { functionId, mayBeInvoked, timeoutMs }: LambdaIntegration,
    body: Buffer,
    authorizer: Record<string, unknown> | undefined,
  ): Promise<HttpAnswer | GatewayError> => {
    if (!mayBeInvoked) return 'API_CONFIGURATION_ERROR';
    const { request } = routed;
    const event = proxyEvent(routed, body, authorizer);
    const timeout = Promise.withResolvers<undefined>();
    let timer: NodeJS.Timeout | undefined;
    try {
      await functions.awaitFiles(functionId);
      timer = setTimeout(() => timeout.resolve(undefined), timeoutMs);
      const invocation = functions.invoke(functionId, JSON.stringify(event), {
        requestId: request.id,
        binaryBody: event.isBase64Encoded ? body : undefined,
      });
      const payload = await Promise.race([invocation, timeout.promise]);
      if (payload === undefined) {
        invocation.catch(() => undefined);
        return 'INTEGRATION_TIMEOUT';
      }
      const accept = headerValues(request.headers, 'accept').join();
      const answer = proxyAnswer(payload, accept, api.binaryMediaTypes);
      if (!answer) return 'DEFAULT_5XX';
      const acceptEncoding = headerValues(request.headers, 'accept-encoding').join();
      return encoded(answer, acceptEncoding, api.minimumCompressionBytes);
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
    const query = parseQuery(request.rawQuery);
    if (!query) return 'BAD_REQUEST_PARAMETERS';
    const match = routes.match(request.method, request.path);
    if (typeof match === 'string') return match;
    const sent = await readBody(incoming);
    if (!sent) return 'REQUEST_TOO_LARGE';
    const body = decoded(sent, headerValues(request.headers, 'content-encoding').join());
    if (typeof body === 'string') return body;
    const routed: RoutedRequest = { api, region, request, ...match, query };
    const authorization = await authorize(routed);
    if (typeof authorization === 'string') return authorization;
    const refused = match.route.requiresKey && usage.take(authorization?.usageKey, performance.now());
    if (refused) return refused;
    const { integration } = match.route;
    return integration.type === 'MOCK'
      ? mockAnswer(integration, request)
      : integrate(routed, integration, body, authorization?.context);
  };

  return async (incoming, requestId) => {
    const startedAt = performance.now();
    const request = toGatewayRequest(incoming, requestId);
    const result = await answer(incoming, request);
    const answered =
      typeof result === 'string' ? gatewayResponse(result, request, api.stage, api.gatewayResponses) : result;
    observer?.answered(api.name, answered.status, performance.now() - startedAt);
    return answered;
  };
}

/** Answers like a MOCK integration, from the template and the request's origin alone. */
function mockAnswer(
  { status, headers, echoedOrigins }: MockIntegration,
  request: GatewayRequest,
): HttpAnswer {
  const [origin = ''] = headerValues(request.headers, 'origin');
  const given = new Map(Object.entries(headers));
  if (echoedOrigins.includes(origin)) given.set('Access-Control-Allow-Origin', origin);
  return { status, headers: [['Content-Type', 'application/json'], ...given], body: Buffer.alloc(0) };
}
