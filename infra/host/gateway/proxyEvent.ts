import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ApiDefinition, RouteDefinition } from '../template/api.ts';
import { localAccountId } from '../template/localNames.ts';
import { type GatewayRequest, headerValues } from './request.ts';

/** A request with its route. */
export interface RoutedRequest {
  readonly api: ApiDefinition;
  readonly region: string;
  readonly request: GatewayRequest;
  readonly route: RouteDefinition;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: MultiValues;
}

type MultiValues = ReadonlyMap<string, readonly string[]>;

/** Decodes a query. Undefined: a percent-encoding is not UTF-8. */
export function parseQuery(rawQuery: string): MultiValues | undefined {
  const values = new Map<string, string[]>();
  try {
    for (const pair of rawQuery.split('&').filter((part) => part !== '')) {
      const equals = pair.indexOf('=');
      const name = decodeForm(equals < 0 ? pair : pair.slice(0, equals));
      values.set(name, [...(values.get(name) ?? []), decodeForm(equals < 0 ? '' : pair.slice(equals + 1))]);
    }
    return values;
  } catch {
    return undefined;
  }
}

const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Returns the ARN of the method, which authorizer policies name. */
export const methodArn = ({ api, region, request }: RoutedRequest): string =>
  `arn:aws:execute-api:${region}:${localAccountId}:${api.id}/${api.stage}/${request.method}${request.path}`;

/**
 * Returns the event of a Lambda proxy integration (API Gateway, "Input format of a Lambda function for proxy integration"). The
 * function gets a binary body separately: `isBase64Encoded` is true and `body` is empty.
 */
export function proxyEvent(
  routed: RoutedRequest,
  body: Buffer,
  authorizer: Readonly<Record<string, unknown>> | undefined,
): APIGatewayProxyEvent {
  const [contentType = ''] = headerValues(routed.request.headers, 'content-type');
  const isBinary = isBinaryMediaType(routed.api.binaryMediaTypes, contentType);
  return {
    ...commonFields(routed),
    requestContext: requestContext(routed, authorizer),
    body: body.length === 0 ? null : isBinary ? '' : body.toString(),
    isBase64Encoded: isBinary && body.length > 0,
  };
}

/** Returns the event of a REQUEST authorizer, which has no body. */
export const authorizerEvent = (routed: RoutedRequest): APIGatewayRequestAuthorizerEvent => ({
  type: 'REQUEST',
  methodArn: methodArn(routed),
  ...commonFields(routed),
  requestContext: { ...requestContext(routed, undefined), authorizer: undefined },
});

/** Returns whether a media type is one of an API's binary types, which may have `*` in either half. */
export function isBinaryMediaType(binaryMediaTypes: readonly string[], mediaType: string): boolean {
  const [type = '', subtype = ''] = (mediaType.split(';')[0] ?? '').trim().toLowerCase().split('/');
  return binaryMediaTypes.some((binary) => {
    const [binaryType, binarySubtype] = binary.toLowerCase().split('/');
    return (
      (binaryType === '*' || binaryType === type) && (binarySubtype === '*' || binarySubtype === subtype)
    );
  });
}

function commonFields({ request, route, pathParameters, query }: RoutedRequest) {
  const hasQuery = query.size > 0;
  return {
    resource: route.path,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(request.headers),
    multiValueHeaders: allValues(request.headers),
    queryStringParameters: hasQuery ? lastValues(query) : null,
    multiValueQueryStringParameters: hasQuery ? allValues(query) : null,
    pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null,
    stageVariables: null,
  };
}

const lastValues = (values: MultiValues): Record<string, string> =>
  Object.fromEntries([...values].map(([name, all]) => [name, all.at(-1) ?? '']));

const allValues = (values: MultiValues): Record<string, string[]> =>
  Object.fromEntries([...values].map(([name, all]) => [name, [...all]]));

function requestContext(
  { api, request, route }: RoutedRequest,
  authorizer: Readonly<Record<string, unknown>> | undefined,
): APIGatewayProxyEvent['requestContext'] {
  const [host = 'localhost'] = headerValues(request.headers, 'host');
  const [userAgent = null] = headerValues(request.headers, 'user-agent');
  return {
    accountId: localAccountId,
    apiId: api.id,
    authorizer,
    domainName: host.replace(/:\d+$/, ''),
    domainPrefix: host.split('.')[0] ?? '',
    extendedRequestId: request.id,
    httpMethod: request.method,
    identity: { ...noIdentity, sourceIp: request.sourceIp, userAgent },
    path: request.path,
    protocol: request.protocol,
    requestId: request.id,
    requestTime: commonLogTime(request.receivedAt),
    requestTimeEpoch: request.receivedAt,
    resourceId: route.resourceId,
    resourcePath: route.path,
    stage: api.stage,
  };
}

const noIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a time such as 09/Apr/2026:12:34:56 +0000. */
export function commonLogTime(epochMilliseconds: number): string {
  const date = new Date(epochMilliseconds);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${day}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
}
