import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FunctionName, type OtherFunctionName, otherFunctions } from '../../infra/functions.ts';
import { gateway } from '../../infra/host/gateway/gateway.ts';
import { bindGateway } from '../../infra/host/gateway/server.ts';
import { localCredentials } from '../../infra/host/host.ts';
import type { Endpoints } from '../../infra/host/stores.ts';
import type { FunctionDefinition, LocalStack } from '../../infra/host/template/model.ts';
import { seed } from '../../infra/local/seed.ts';
import { type RouteId, routes } from '../../infra/routes.ts';
import { type EnvironmentName, environmentNames } from '../../shared/environment.ts';
import { type Credentials, clientOf } from './client.ts';
import { takeMessages } from './queues.ts';
import { openStores, region, type StoresOptions } from './stores.ts';
import { Table } from './table.ts';

export interface StageOptions extends StoresOptions {
  /** Stands in for what the template gives the functions. Default: rate limits that no test reaches */
  readonly environment?: Partial<Record<EnvironmentName, string>>;
  /** Puts something between the handlers and some of the stores. Default: nothing */
  readonly through?: (stores: Endpoints) => Promise<Partial<Endpoints>>;
  /** Runs around each invocation of a function. Default: just runs it */
  readonly around?: <T>(name: FunctionName, run: () => Promise<T>) => Promise<T>;
}

/** What each is called in the functions' environment, less `QueueUrl`. */
export type QueueName = 'processing' | 'events' | 'deliveries' | 'slowDeliveries';

type Handler = (event: unknown, context: object) => Promise<unknown>;

export interface Stage {
  readonly credentials: Credentials;
  readonly call: ReturnType<typeof clientOf>;
  readonly table: Table;
  definitionOf(name: FunctionName): FunctionDefinition;
  /** Invokes a function with all of its time ahead. */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** Takes every message off a queue, for good. */
  takeMessages(queue: QueueName): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * The service in this process, over the stores of the local host: requests come in by HTTP and run the handlers' source,
 * but nobody takes messages from the queues, and no schedule runs. What happens behind the answers happens when told to.
 *
 * The handlers' clients stay with the stores that they found first, so there is one stage a process.
 */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { through, environment = {}, around = (_name, run) => run() } = options;
  await using cleanup = new AsyncDisposableStack();
  const stores = await openStores(options);
  cleanup.defer(() => stores.close());
  const { stack, dataDirectory } = stores;
  const server = await bindGateway(0);
  cleanup.defer(() => server.close(0));
  const { baseUrl } = server;
  const endpoints = { ...stores.endpoints, ...(await through?.(stores.endpoints)) };
  const given = {
    ...environmentOf(stack),
    ...variables({ serviceBaseUrl: baseUrl, rateLimitRequests: '1000000', rateLimitCreates: '1000000' }),
    ...variables(environment),
  };
  setEnvironment(given, stores.endpoints, endpoints);
  const resources = { tableName: stack.tables[0]?.name ?? '', bucketName: stack.buckets[0]?.name ?? '' };
  await seed({ baseUrl, dataDirectory, resources, endpoints, outputs: stack.outputs });

  const functions = new Map(stack.functions.map((definition) => [nameOf(definition), definition]));
  const names = new Map(stack.functions.map((definition) => [definition.logicalId, nameOf(definition)]));
  const definitionOf: Stage['definitionOf'] = (name) => {
    const definition = functions.get(name);
    if (!definition) throw new Error(`The stack has no function ${name}.`);
    return definition;
  };
  const invoke: Stage['invoke'] = async (name, event) => {
    const definition = definitionOf(name);
    const handle = await loadHandler(name, definition.assetDirectory);
    return around(name, () => handle(event, lambdaContext(definition)));
  };
  const invokeById = async (logicalId: string, event: string): Promise<string> => {
    const name = names.get(logicalId);
    if (!name) throw new Error(`There is no function ${logicalId}.`);
    return JSON.stringify(await invoke(name, JSON.parse(event)));
  };
  if (stack.api) server.serve(gateway({ api: stack.api, region, functions: { invoke: invokeById } }));

  const table = await Table.at(stores.endpoints.dynamodb);
  cleanup.defer(() => table.close());
  const credentials: Credentials = JSON.parse(
    await readFile(join(dataDirectory, 'credentials.json'), 'utf8'),
  );
  const held = cleanup.move();
  return {
    credentials,
    call: clientOf(credentials),
    table,
    definitionOf,
    invoke,
    takeMessages: (queue) => takeMessages(stores.sqs, given[environmentNames[`${queue}QueueUrl`]] ?? ''),
    close: () => held.disposeAsync(),
  };
}

type Environment = Readonly<Record<string, string>>;

/** What the template gives the functions, all of them together. */
const environmentOf = ({ functions }: LocalStack): Environment =>
  Object.assign({}, ...functions.map(({ environment }) => environment));

const variables = (given: Partial<Record<EnvironmentName, string>>): Environment =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [environmentNames[name as EnvironmentName], value]),
  );

/** Besides what is given: where the SDK finds the stores. */
function setEnvironment(given: Environment, stores: Endpoints, endpoints: Endpoints): void {
  for (const [name, value] of Object.entries(given))
    process.env[name] = value.replace(stores.sqs, endpoints.sqs);
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
  });
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
}

/** The context that Lambda hands to a handler. */
function lambdaContext({ name, memoryMegabytes, timeoutSeconds }: FunctionDefinition): object {
  const deadline = Date.now() + timeoutSeconds * 1000;
  return {
    awsRequestId: crypto.randomUUID(),
    functionName: name,
    memoryLimitInMB: String(memoryMegabytes),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

/** Functions are labelled as in the manifest, workers with a capital. */
const nameOf = ({ label }: FunctionDefinition): FunctionName =>
  (label.charAt(0).toLowerCase() + label.slice(1)) as FunctionName;

const isRoute = (name: FunctionName): name is RouteId => !(name in otherFunctions);
const otherEntry = (name: OtherFunctionName): string =>
  name === 'authorizer' ? 'authorizer.ts' : `workers/${name}.ts`;

/** Handlers find their asset files where they are loaded or called, so the last one loaded has the say. */
async function loadHandler(name: FunctionName, taskRoot: string): Promise<Handler> {
  process.env.LAMBDA_TASK_ROOT = taskRoot;
  const file = isRoute(name) ? routes.get(name)?.entry : otherEntry(name);
  const module = await import(new URL(`../../functions/${file}`, import.meta.url).href);
  return module.handler;
}
