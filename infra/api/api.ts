import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Duration, Size, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { logoMediaTypes } from '../../shared/contract/limits.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { Invoker } from '../functions/invoker.ts';
import { otherFunctions } from '../functions/others.ts';
import { type FunctionContext, ServiceFunction } from '../functions/serviceFunction.ts';
import { sampleTraces } from '../functions/tracing.ts';
import type { PoolGuard } from '../resources/poolGuard.ts';
import type { QueueStacks } from '../resources/queues.ts';
import { retentionOf } from '../resources/retention.ts';
import { SignIn } from '../resources/signIn.ts';
import type { StageSettings } from '../stage/settings.ts';
import { accessLogFields } from './accessLog.ts';
import { CustomDomain } from './customDomain.ts';
import { Firewall } from './firewall.ts';
import { addGatewayResponses } from './gatewayResponses.ts';
import { invokingRoleOf } from './invokingRole.ts';
import { ApiPaths } from './paths.ts';
import { addPreflights } from './preflights.ts';
import { addRouteFunctions } from './routeFunctions.ts';
import type { RouteId, Routes } from './routes.ts';
import { accountThrottle, Usage } from './usage.ts';

/**
 * Each method may use the account's whole throttle. A lower limit for all clients together would refuse callers who keep to their
 * own limits. The service enforces the callers' limits exactly, and usage plans stop floods.
 */
const throttling = accountThrottle;

/** A smaller answer fits into one packet anyway. */
const compressionMinimumBytes = 1024;

interface ApiProps extends FunctionContext {
  readonly stacks: QueueStacks;
  readonly routes: Routes;
  /** The routes to create. */
  readonly served: readonly RouteId[];
}

/** The REST API: a route and a function for each served operation and page, and one authorizer for all. */
export class Api extends Construct {
  readonly restApi: apigateway.RestApi;
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The origin of that URL. */
  readonly origin: string;
  readonly authorizer: lambda.Function;
  /** The functions and the firewall of the stack's own user pool; null with another identity provider. */
  readonly poolGuard: PoolGuard | null;
  /** The functions behind routes, by operation or page, and the authorizer. */
  readonly functions: ReadonlyMap<string, lambda.Function>;
  /** The usage plan of the API Gateway keys that belong to one caller. Such a key is attached when it is created. */
  readonly ownUsagePlan: apigateway.CfnUsagePlan;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings, routes, stacks, served, ...context } = props;

    this.restApi = this.#createRestApi(settings);
    this.origin = settings.baseUrl === null ? this.#ownOrigin() : new URL(settings.baseUrl).origin;
    this.baseUrl = settings.baseUrl ?? `${this.origin}/${settings.stage}`;
    const usage = new Usage(this, 'Usage', { settings, restApi: this.restApi });
    this.ownUsagePlan = usage.ownPlan;
    this.authorizer = new ServiceFunction(this, 'AuthorizerFunction', {
      ...context,
      settings,
      name: 'authorizer',
      spec: otherFunctions.authorizer,
      servesRequests: true,
      variables: {
        serviceBaseUrl: this.baseUrl,
        rateLimitRequests: String(settings.rateLimitRequests),
        rateLimitCreates: String(settings.rateLimitCreates),
        rateLimitSearches: String(settings.rateLimitSearches),
        rateLimitPersonFactor: String(settings.rateLimitPersonFactor),
        rateLimitOrganizationFactor: String(settings.rateLimitOrganizationFactor),
        longestKeyLifeDays: String(settings.longestKeyLifeDays ?? ''),
        staffEmailDomains: settings.staffEmailDomains.join(','),
        staffEmails: settings.staffEmails.join(','),
        pooledUsageKeys: usage.pooledKey,
        anonymousUsageKeys: usage.anonymousKey,
        trustedFrontHeader: settings.trustedFront?.header ?? '',
        trustedFrontSecretSha256: settings.trustedFront?.secretSha256.join(',') ?? '',
        viewerAddressHeader: settings.trustedFront?.viewerAddressHeader ?? '',
      },
    }).function;
    const signIn = new SignIn(this, 'SignIn', { ...context, settings, baseUrl: this.baseUrl });
    this.poolGuard = signIn.guard;
    const handlers = addRouteFunctions(this, {
      ...context,
      settings,
      routes,
      stacks,
      served,
      baseUrl: this.baseUrl,
      identityVariables: signIn.variables,
    });
    this.functions = new Map([
      ['authorizer', this.authorizer],
      ...handlers.map(({ id, function: handler }) => [id, handler] as const),
    ]);

    const invoked = [
      { role: 'Role1', function: this.authorizer },
      ...handlers.map((handler) => ({
        role: invokingRoleOf(handler.id, handler),
        function: handler.function,
      })),
    ];
    const byRole = Map.groupBy(invoked, ({ role }) => role);
    const invoker = new Invoker(
      this,
      'Invoker',
      new Map([...byRole].map(([role, all]) => [role, all.map((each) => each.function)])),
    );
    const authorizer = new apigateway.RequestAuthorizer(this, 'Authorizer', {
      handler: this.authorizer,
      assumeRole: invoker.roleOf(this.authorizer),
      // There is no identity source, and so no caching. With an identity source, API Gateway itself would refuse requests without
      // credentials. Here the operations refuse such requests, each in its own error format.
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    const paths = new ApiPaths(this.restApi);
    for (const { id, ways, function: handler } of handlers)
      for (const { method, path } of ways)
        paths.at(path).addMethod(method, invoker.integrationOf(handler), {
          operationName: id,
          authorizer,
          authorizationType: apigateway.AuthorizationType.CUSTOM,
          // The authorizer names the API Gateway key of a request, so that usage plans apply to each caller.
          apiKeyRequired: true,
        });
    addGatewayResponses(this.restApi, settings.corsOrigins);
    if (settings.corsOrigins.length > 0)
      addPreflights(
        this.restApi,
        paths,
        allOperations.filter(({ id }) => served.includes(id)),
        settings.corsOrigins,
      );
    if (settings.domain !== null)
      new CustomDomain(this, 'Domain', { domain: settings.domain, restApi: this.restApi });
    if (settings.wafRequestsPerFiveMinutes !== null || settings.wafManagedRules !== 'off')
      new Firewall(this, 'Firewall', { settings, restApi: this.restApi });
  }

  #createRestApi(settings: StageSettings): apigateway.RestApi {
    const { stage, closeExecuteApi, traceSampling } = settings;
    const restApiName = `DocumentGovernance-${stage}`;
    if (traceSampling > 0) sampleTraces(this, 'TraceSampling', settings, restApiName);
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      retention: settings.logDays,
      removalPolicy: retentionOf(settings),
    });
    const restApi = new apigateway.RestApi(this, 'RestApi', {
      restApiName,
      endpointConfiguration: { types: [apigateway.EndpointType.REGIONAL] },
      disableExecuteApiEndpoint: closeExecuteApi,
      // A function gets only bodies of these types unchanged. Answers that are not in Base64 stay as they are.
      binaryMediaTypes: ['multipart/form-data', 'application/octet-stream', ...logoMediaTypes],
      minCompressionSize: Size.bytes(compressionMinimumBytes),
      // API Gateway writes the access log through one role for the whole account and region.
      cloudWatchRole: true,
      apiKeySourceType: apigateway.ApiKeySourceType.AUTHORIZER,
      deployOptions: {
        stageName: stage,
        tracingEnabled: traceSampling > 0,
        throttlingRateLimit: throttling.rateLimit,
        throttlingBurstLimit: throttling.burstLimit,
        accessLogDestination: new apigateway.LogGroupLogDestination(accessLog),
        accessLogFormat: apigateway.AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    // The L2 construct has no property for the security policy. Without one, API Gateway's default URL still accepts TLS 1.0 (API
    // Gateway, "Security policies for REST APIs"). The mode is BASIC, because STRICT would also compare the host name of the TLS
    // handshake (SNI) with that of the request.
    const resource = restApi.node.defaultChild as apigateway.CfnRestApi;
    resource.securityPolicy = 'SecurityPolicy_TLS13_1_2_2021_06';
    resource.endpointAccessMode = 'BASIC';
    // Removes the construct's output, because its URL has a trailing slash. The stack has an output of its own, with baseUrl.
    restApi.node.tryRemoveChild('Endpoint');
    return restApi;
  }

  /** Builds the origin from the API's id, because the stage exists only after the functions that need its URL. */
  #ownOrigin(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `https://${this.restApi.restApiId}.execute-api.${region}.${urlSuffix}`;
  }
}
