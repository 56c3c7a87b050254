import * as z from 'zod/mini';
import { mockIntegrationSchema, readMockIntegration } from './mockIntegration.ts';
import type {
  ApiDefinition,
  GatewayResponseDefinition,
  RouteDefinition,
  UsageKeyDefinition,
} from './model.ts';
import type { TemplateReader } from './templateReader.ts';

const restApiSchema = z.object({
  Name: z._default(z.string(), ''),
  BinaryMediaTypes: z._default(z.array(z.string()), []),
  MinimumCompressionSize: z.optional(z.number()),
  // From a header, API Gateway would take whatever key a client names.
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
      TimeoutInMillis: z.optional(z.number()),
    }),
    mockIntegrationSchema,
  ]),
});
const authorizerSchema = z.object({
  Type: z.literal('REQUEST'),
  AuthorizerUri: z.string(),
  // With either of these, API Gateway refuses or remembers callers by itself, which this host does not do.
  IdentitySource: z._default(z.literal(''), ''),
  AuthorizerResultTtlInSeconds: z.literal(0),
});
const apiKeySchema = z.object({ Value: z.string(), Enabled: z.boolean() });
const usagePlanSchema = z.object({ Throttle: z.object({ RateLimit: z.number(), BurstLimit: z.number() }) });
const usagePlanKeySchema = z.object({ KeyId: z.string(), UsagePlanId: z.string() });
const gatewayResponseSchema = z.object({
  ResponseType: z.string(),
  StatusCode: z.optional(z.coerce.number()),
  ResponseTemplates: z._default(z.record(z.string(), z.string()), {}),
  ResponseParameters: z._default(z.record(z.string(), z.string()), {}),
});

/** API Gateway's default and its most for a regional API without a raised quota. */
const integrationTimeoutMilliseconds = 29_000;

/** Reads the template's REST API. Throws for a second one, or for an integration that is neither a Lambda proxy nor a preflight's. */
export function readApi(
  reader: TemplateReader,
  functionIdOf: (arn: string) => string,
): ApiDefinition | undefined {
  const apis = reader.read('AWS::ApiGateway::RestApi', restApiSchema);
  const [api] = apis;
  if (!api) return undefined;
  if (apis.length > 1) throw new Error('The local host takes one REST API.');
  const functionOfUri = (uri: string): string =>
    functionIdOf(/\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri);

  const paths = resourcePaths(reader, `${api.logicalId}/`);
  const authorizers = new Map(
    reader
      .read('AWS::ApiGateway::Authorizer', authorizerSchema)
      .map(({ logicalId, properties }) => [logicalId, functionOfUri(properties.AuthorizerUri)]),
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
              functionId: functionOfUri(integration.Uri),
              timeoutMs: integration.TimeoutInMillis ?? integrationTimeoutMilliseconds,
            },
      authorizerFunctionId: type === 'CUSTOM' ? authorizers.get(String(authorizer)) : undefined,
      requiresKey: properties.ApiKeyRequired,
    } satisfies RouteDefinition;
  });
  const [stage] = reader.read('AWS::ApiGateway::Stage', stageSchema);
  return {
    id: reader.names.ref(api.logicalId) ?? api.logicalId,
    name: api.properties.Name,
    stage: stage?.properties.StageName ?? 'local',
    binaryMediaTypes: api.properties.BinaryMediaTypes,
    minimumCompressionBytes: api.properties.MinimumCompressionSize,
    routes,
    gatewayResponses: readGatewayResponses(reader),
    usageKeys: readUsageKeys(reader),
  };
}

function resourcePaths(reader: TemplateReader, rootId: string): Map<string, string> {
  const resources = new Map(
    reader
      .read('AWS::ApiGateway::Resource', resourceSchema)
      .map(({ logicalId, properties }) => [logicalId, properties]),
  );
  const pathOf = (id: string): string => {
    if (id === rootId) return '';
    const resource = resources.get(id);
    if (!resource) throw new Error(`The template's resource ${id} has no parent.`);
    return `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  return new Map([[rootId, '/'], ...[...resources.keys()].map((id) => [id, pathOf(id)] as const)]);
}

function readUsageKeys(reader: TemplateReader): UsageKeyDefinition[] {
  const keys = new Map(
    reader.read('AWS::ApiGateway::ApiKey', apiKeySchema).map((key) => [key.logicalId, key.properties]),
  );
  const plans = new Map(
    reader
      .read('AWS::ApiGateway::UsagePlan', usagePlanSchema)
      .map((plan) => [plan.logicalId, plan.properties]),
  );
  return reader.read('AWS::ApiGateway::UsagePlanKey', usagePlanKeySchema).flatMap(({ properties }) => {
    const key = keys.get(properties.KeyId);
    const throttle = plans.get(properties.UsagePlanId)?.Throttle;
    if (!key?.Enabled || !throttle) return [];
    return [{ value: key.Value, ratePerSecond: throttle.RateLimit, burst: throttle.BurstLimit }];
  });
}

const readGatewayResponses = (reader: TemplateReader): Map<string, GatewayResponseDefinition> =>
  new Map(
    reader.read('AWS::ApiGateway::GatewayResponse', gatewayResponseSchema).map(({ properties }) => [
      properties.ResponseType,
      {
        statusCode: properties.StatusCode,
        templates: properties.ResponseTemplates,
        parameters: properties.ResponseParameters,
      },
    ]),
  );
