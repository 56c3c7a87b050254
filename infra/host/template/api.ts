import * as z from 'zod/mini';
import type { Invokers } from './invokers.ts';
import { type MockIntegration, mockIntegrationSchema, readMockIntegration } from './mockIntegration.ts';
import type { TemplateReader } from './templateReader.ts';

const restApiSchema = z.object({
  Name: z._default(z.string(), ''),
  BinaryMediaTypes: z._default(z.array(z.string()), []),
  MinimumCompressionSize: z.optional(z.number()),
  // With the source HEADER, API Gateway would accept any API Gateway key that a client names.
  ApiKeySourceType: z.optional(z.literal('AUTHORIZER')),
});
const stageSchema = z.object({ StageName: z.string() });
const resourceSchema = z.object({ ParentId: z.string(), PathPart: z.string() });
const methodSchema = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z._default(z.enum(['NONE', 'CUSTOM']), 'NONE'),
  AuthorizerId: z.optional(z.string()),
  ApiKeyRequired: z._default(z.boolean(), false),
  Integration: z.discriminatedUnion('Type', [
    z.object({
      Type: z.literal('AWS_PROXY'),
      Uri: z.string(),
      Credentials: z.optional(z.string()),
      TimeoutInMillis: z.optional(z.number()),
    }),
    mockIntegrationSchema,
  ]),
});
const authorizerSchema = z.object({
  Type: z.literal('REQUEST'),
  AuthorizerUri: z.string(),
  AuthorizerCredentials: z.optional(z.string()),
  // With an identity source or a cache, API Gateway itself decides on some requests. This host does not support that.
  IdentitySource: z._default(z.literal(''), ''),
  AuthorizerResultTtlInSeconds: z.literal(0),
});
const apiKeySchema = z.object({ Value: z.string(), Enabled: z.boolean() });
const usagePlanSchema = z.object({ Throttle: z.object({ RateLimit: z.number(), BurstLimit: z.number() }) });
const usagePlanKeySchema = z.object({ KeyId: z.string(), UsagePlanId: z.string() });
/** Parameters map `gatewayresponse.header.<name>` to a quoted literal or a `context.` or `method.request.` expression. */
const gatewayResponseSchema = z.object({
  ResponseType: z.string(),
  StatusCode: z.optional(z.coerce.number()),
  ResponseTemplates: z._default(z.record(z.string(), z.string()), {}),
  ResponseParameters: z._default(z.record(z.string(), z.string()), {}),
});

export type ApiDefinition = NonNullable<ReturnType<typeof readApi>>;
export type RouteDefinition = ApiDefinition['routes'][number];
export type LambdaIntegration = Exclude<RouteDefinition['integration'], MockIntegration>;
export type UsageKeyDefinition = ApiDefinition['usageKeys'][number];

/** API Gateway's default, and its maximum for a regional API without a raised quota. */
const integrationTimeoutMilliseconds = 29_000;

/** Reads the template's REST API. Throws for a second REST API, or for an integration that is neither a Lambda proxy nor a preflight. */
export function readApi(reader: TemplateReader, functionIdOf: (arn: string) => string, invokers: Invokers) {
  const apis = reader.read('AWS::ApiGateway::RestApi', restApiSchema);
  const [api] = apis;
  if (!api) return undefined;
  if (apis.length > 1) throw new Error('The local host can host only one REST API.');
  const { names } = reader;
  const id = names.ref(api.logicalId) ?? api.logicalId;
  const arn = `arn:aws:execute-api:${names.ref('AWS::Region')}:${names.ref('AWS::AccountId')}:${id}`;
  const invoked = (uri: string, source: string, roleArn: string | undefined) => {
    const functionArn = /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri;
    const service = 'apigateway.amazonaws.com';
    return {
      functionId: functionIdOf(functionArn),
      mayBeInvoked: invokers.mayInvoke({ service, functionArn, sourceArn: `${arn}/${source}`, roleArn }),
    };
  };
  const [stage] = reader.read('AWS::ApiGateway::Stage', stageSchema);
  const stageName = stage?.properties.StageName ?? 'local';

  const paths = resourcePaths(reader, `${api.logicalId}/`);
  const authorizers = new Map(
    reader
      .read('AWS::ApiGateway::Authorizer', authorizerSchema)
      .map(({ logicalId, properties: { AuthorizerUri: uri, AuthorizerCredentials: role } }) => [
        logicalId,
        invoked(uri, `authorizers/${logicalId}`, role),
      ]),
  );
  const routes = reader.read('AWS::ApiGateway::Method', methodSchema).map(({ logicalId, properties }) => {
    const { AuthorizationType: type, AuthorizerId: authorizer, Integration: integration } = properties;
    const path = paths.get(properties.ResourceId);
    if (path === undefined) throw new Error(`${logicalId} is on a resource that the template does not have.`);
    return {
      resourceId: properties.ResourceId,
      method: properties.HttpMethod,
      path,
      integration:
        integration.Type === 'MOCK'
          ? readMockIntegration(integration)
          : {
              type: integration.Type,
              ...invoked(
                integration.Uri,
                `${stageName}/${properties.HttpMethod}${path}`,
                integration.Credentials,
              ),
              timeoutMs: integration.TimeoutInMillis ?? integrationTimeoutMilliseconds,
            },
      authorizer: type === 'CUSTOM' ? authorizers.get(String(authorizer)) : undefined,
      /** Whether a request needs a key of a usage plan. The authorizer names the key. */
      requiresKey: properties.ApiKeyRequired,
    };
  });
  return {
    id,
    name: api.properties.Name,
    stage: stageName,
    binaryMediaTypes: api.properties.BinaryMediaTypes,
    /** The size from which answers are compressed, for clients that accept it. Undefined: no answer is compressed */
    minimumCompressionBytes: api.properties.MinimumCompressionSize,
    routes,
    gatewayResponses: new Map(
      reader
        .read('AWS::ApiGateway::GatewayResponse', gatewayResponseSchema)
        .map(({ properties }) => [properties.ResponseType, properties]),
    ),
    usageKeys: readUsageKeys(reader),
  };
}

function resourcePaths(reader: TemplateReader, rootId: string): Map<string, string> {
  const resources = reader.byId('AWS::ApiGateway::Resource', resourceSchema);
  const pathOf = (id: string): string => {
    if (id === rootId) return '';
    const resource = resources.get(id);
    if (!resource) throw new Error(`The template's resource ${id} has no parent.`);
    return `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  return new Map([[rootId, '/'], ...[...resources.keys()].map((id) => [id, pathOf(id)] as const)]);
}

function readUsageKeys(reader: TemplateReader) {
  const keys = reader.byId('AWS::ApiGateway::ApiKey', apiKeySchema);
  const plans = reader.byId('AWS::ApiGateway::UsagePlan', usagePlanSchema);
  return reader.read('AWS::ApiGateway::UsagePlanKey', usagePlanKeySchema).flatMap(({ properties }) => {
    const key = keys.get(properties.KeyId);
    const throttle = plans.get(properties.UsagePlanId)?.Throttle;
    if (!key?.Enabled || !throttle) return [];
    return [{ value: key.Value, ratePerSecond: throttle.RateLimit, burst: throttle.BurstLimit }];
  });
}
