import type { ApiDefinition } from '../template/api.ts';
import { commonLogTime } from './proxyEvent.ts';
import type { HttpAnswer } from './proxyResponse.ts';
import { type GatewayRequest, headerValues } from './request.ts';

/** Errors that API Gateway itself returns, each with its default status and message ("Gateway response types"). */
const builtIn = {
  ACCESS_DENIED: { status: 403, message: 'User is not authorized to access this resource' },
  // API Gateway has no permission to invoke the function.
  API_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_FAILURE: { status: 500, message: 'Internal server error' },
  // The body does not have the content coding that the request names.
  BAD_REQUEST_BODY: { status: 400, message: 'Bad Request' },
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'Bad Request' },
  // A function failed or returned a malformed answer.
  DEFAULT_5XX: { status: 502, message: 'Internal server error' },
  INVALID_API_KEY: { status: 403, message: 'Forbidden' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  THROTTLED: { status: 429, message: 'Too Many Requests' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Unsupported Media Type' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
} as const;
export type GatewayError = keyof typeof builtIn;

const defaultTemplate = ['application/json', '{"message":$context.error.messageString}'] as const;

/**
 * Renders a gateway response: the template's response for the type, or else the template's DEFAULT_4XX or DEFAULT_5XX, or else the default
 * of API Gateway.
 */
export function gatewayResponse(
  error: GatewayError,
  request: GatewayRequest,
  stage: string,
  definitions: ApiDefinition['gatewayResponses'],
): HttpAnswer {
  const { status, message } = builtIn[error];
  const definition = definitions.get(error) ?? definitions.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const variables = contextVariables(error, message, request, stage);
  const templates = Object.entries(definition?.ResponseTemplates ?? {});
  const [mediaType, template] =
    templates.find(([type]) => type === 'application/json') ?? templates[0] ?? defaultTemplate;
  const headers = Object.entries(definition?.ResponseParameters ?? {}).flatMap(([target, expression]) => {
    const name = /^gatewayresponse\.header\.(.+)$/.exec(target)?.[1];
    const value = evaluate(expression, request, variables);
    return name && value !== undefined ? [[name, value] as [string, string]] : [];
  });
  return {
    status: definition?.StatusCode ?? status,
    headers: [['Content-Type', mediaType], ['x-amzn-ErrorType', error], ...headers],
    body: Buffer.from(substitute(template, variables)),
  };
}

type Variables = Readonly<Record<string, string>>;

const contextVariables = (
  error: string,
  message: string,
  request: GatewayRequest,
  stage: string,
): Variables => ({
  'context.error.message': message,
  'context.error.messageString': JSON.stringify(message),
  'context.error.responseType': error,
  'context.extendedRequestId': request.id,
  'context.httpMethod': request.method,
  'context.identity.sourceIp': request.sourceIp,
  'context.path': request.path,
  'context.protocol': request.protocol,
  'context.requestId': request.id,
  'context.requestTime': commonLogTime(request.receivedAt),
  'context.requestTimeEpoch': String(request.receivedAt),
  'context.stage': stage,
});

/** Substitutes the variables of a gateway response's template. Unknown variables become empty. */
const substitute = (template: string, variables: Variables): string =>
  template.replace(
    /\$(context(?:\.[A-Za-z]+)+)|\$\{(context(?:\.[A-Za-z]+)+)\}/g,
    (_, plain, braced) => variables[plain ?? braced] ?? '',
  );

function evaluate(expression: string, request: GatewayRequest, variables: Variables): string | undefined {
  const literal = /^'(.*)'$/.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  const header = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  if (header) return headerValues(request.headers, header.toLowerCase()).at(-1);
  return variables[expression];
}
