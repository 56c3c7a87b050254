import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope, problem } from '../../shared/contract/errors.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { type PageContract, pages } from '../../shared/contract/pages.ts';
import { functionOf, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage();

describe('routes', () => {
  test('are exactly the ones in the contract', () => {
    const methods = [...stage.of('AWS::ApiGateway::Method').values()].map((method) => ({
      id: method.OperationName,
      method: method.HttpMethod,
      path: pathOf(method.ResourceId) || '/',
    }));

    const described = Object.values<PageContract>(pages);
    const heads = described.filter(({ head }) => head).map((page) => ({ ...page, method: 'HEAD' }));
    const posts = described.filter(({ post }) => post).map((page) => ({ ...page, method: 'POST' }));
    const others = [...described, ...heads].flatMap(({ alsoAt, ...page }) =>
      (alsoAt ?? []).map((path) => ({ ...page, path })),
    );
    const expected = [...allOperations, ...described, ...heads, ...posts, ...others];
    expect(new Set(methods)).toEqual(new Set(expected.map(({ id, method, path }) => ({ id, method, path }))));
    // A sign-in begins and ends by a GET that changes something.
    const withoutHead = described.filter(({ method, head }) => method === 'GET' && !head);
    expect(withoutHead.map(({ id }) => id)).toEqual(['signIn', 'signInCallback']);
  });

  test('invoke the function of their operation', () => {
    for (const method of stage.of('AWS::ApiGateway::Method').values()) {
      const integration = z.parse(z.looseObject({ Type: z.string(), Uri: z.unknown() }), method.Integration);
      expect(integration.Type).toBe('AWS_PROXY');
      const [, functionId] = /"Fn::GetAtt":\["([\w-]+)","Arn"\]/.exec(JSON.stringify(integration.Uri)) ?? [];
      expect(functionOf(stage.resources.get(functionId ?? ''))).toBe(method.OperationName);
    }
  });

  test('are deployed after the workers that process their messages', () => {
    const workers = [...stage.resources].filter(
      ([, { Type, Metadata }]) =>
        Type === 'AWS::Lambda::Function' && Metadata['aws:cdk:path'].includes('/Workers/'),
    );
    const deployment = [...stage.resources.values()].find(
      ({ Type }) => Type === 'AWS::ApiGateway::Deployment',
    );

    expect(workers).not.toEqual([]);
    expect(deployment?.DependsOn).toEqual(expect.arrayContaining(workers.map(([id]) => id)));
  });

  test('use the one authorizer, also for requests without credentials', () => {
    const [[id, authorizer] = []] = [...stage.of('AWS::ApiGateway::Authorizer')];

    expect(authorizer).toMatchObject({
      Type: 'REQUEST',
      IdentitySource: '',
      AuthorizerResultTtlInSeconds: 0,
    });
    for (const method of stage.of('AWS::ApiGateway::Method').values())
      expect(method).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: id } });
  });
});

describe('the API', () => {
  test('passes uploads on unchanged, with TLS 1.2 or later only', () => {
    expect(stage.only('AWS::ApiGateway::RestApi')).toMatchObject({
      BinaryMediaTypes: ['multipart/form-data', 'application/octet-stream', 'image/png', 'image/jpeg'],
      MinimumCompressionSize: 1024,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_2021_06',
    });
  });

  test('logs neither headers nor bodies nor query strings', () => {
    const { AccessLogSetting } = stage.only('AWS::ApiGateway::Stage') ?? {};
    const { Format } = z.parse(z.looseObject({ Format: z.string() }), AccessLogSetting);

    expect(JSON.parse(Format)).toMatchObject({ request_id: '$context.requestId', status: '$context.status' });
    expect(Format).not.toMatch(/header|body|query|apiKey|\$context\.authorizer\.(?!principalId\b|error\b)/i);
  });
});

describe("API Gateway's own errors", () => {
  const responses = [...stage.of('AWS::ApiGateway::GatewayResponse').values()];
  const response = z.looseObject({
    ResponseType: z.string(),
    StatusCode: z.string(),
    ResponseParameters: z.record(z.string(), z.string()),
    ResponseTemplates: z.strictObject({ 'application/json': z.string() }),
  });
  const parsed = responses.map((properties) => z.parse(response, properties));

  // Threat: A browser takes an error message for a script or a style sheet
  test.for(parsed)('$ResponseType satisfies both error formats', (properties) => {
    const { error, ...rest } = JSON.parse(properties.ResponseTemplates['application/json']);

    expect(z.parse(errorEnvelope, { error })).toEqual({ error });
    expect(z.parse(problem, rest)).toEqual(rest);
    expect(String(rest.status)).toBe(properties.StatusCode);
    expect(properties.ResponseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
    });
  });

  test('cover every response type', () => {
    const kinds = new Map(parsed.map(({ ResponseType, StatusCode }) => [ResponseType, StatusCode]));

    expect(Object.fromEntries(kinds)).toEqual({
      ACCESS_DENIED: '403',
      API_CONFIGURATION_ERROR: '500',
      AUTHORIZER_CONFIGURATION_ERROR: '500',
      AUTHORIZER_FAILURE: '500',
      BAD_REQUEST_BODY: '400',
      BAD_REQUEST_PARAMETERS: '400',
      DEFAULT_4XX: '404',
      DEFAULT_5XX: '500',
      EXPIRED_TOKEN: '404',
      INTEGRATION_FAILURE: '500',
      INTEGRATION_TIMEOUT: '500',
      INVALID_API_KEY: '401',
      INVALID_SIGNATURE: '404',
      MISSING_AUTHENTICATION_TOKEN: '404',
      QUOTA_EXCEEDED: '429',
      REQUEST_TOO_LARGE: '400',
      RESOURCE_NOT_FOUND: '404',
      THROTTLED: '429',
      UNAUTHORIZED: '401',
      UNSUPPORTED_MEDIA_TYPE: '400',
      WAF_FILTERED: '403',
    });
  });

  test('have a Retry-After', () => {
    const throttled = parsed.find(({ ResponseType }) => ResponseType === 'THROTTLED');

    expect(throttled?.ResponseParameters).toMatchObject({ 'gatewayresponse.header.Retry-After': "'1'" });
  });
});

/** The path of a method, from its resource to the root: `/v1/documents/{document_id}`. */
function pathOf(reference: unknown): string {
  const { data } = z.safeParse(z.strictObject({ Ref: z.string() }), reference);
  if (!data) return '';
  const resource = stage.of('AWS::ApiGateway::Resource').get(data.Ref);
  return `${pathOf(resource?.ParentId)}/${resource?.PathPart}`;
}
