import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FunctionName, otherFunctions } from '../../infra/functions.ts';
import { callJson, type JsonService } from '../../infra/host/awsJson.ts';
import { gateway } from '../../infra/host/gateway/gateway.ts';
import { bindGateway } from '../../infra/host/gateway/server.ts';
import { localCredentials } from '../../infra/host/host.ts';
import { type Endpoints, startStores } from '../../infra/host/stores.ts';
import type { FunctionDefinition, StackDefinition } from '../../infra/host/template/model.ts';
import { readStack } from '../../infra/host/template/stack.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { seed } from '../../infra/local/seed.ts';
import { readVariables } from '../../infra/local/settings.ts';
import { allOperations } from '../../shared/contract/operations.ts';
import { pages } from '../../shared/contract/pages.ts';
import { environmentNames } from '../../shared/environment.ts';
import type { Credentials } from './client.ts';
import { Table } from './table.ts';

const region = 'us-east-1';

export interface StageOptions {
  readonly dataDirectory: string;
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
 * The handlers read the environment when they are loaded, so there is one stage a process.
 */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { dataDirectory, through, around = (_name, run) => run() } = options;
  await using cleanup = new AsyncDisposableStack();
  const server = await bindGateway(0);
  cleanup.defer(() => server.close(0));
  const { baseUrl } = server;
  const stores = await startStores({ dataDirectory, region, credentials: localCredentials });
  cleanup.defer(() => stores.close());
  const assembly = await assemble();
  const stack = readStack(assembly, {
    region,
    baseUrl,
    queueEndpoint: stores.endpoints.sqs,
    variables: readVariables(),
  });
  await stores.provision(stack);
  const endpoints = { ...stores.endpoints, ...(await through?.(stores.endpoints)) };
  const given = environmentOf(stack);
  setEnvironment(given, stores.endpoints, endpoints);
  await seed({ baseUrl, endpoints, outputs: stack.outputs }, dataDirectory);

  const functions = functionsByName(stack);
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
    const [name] = [...functions].find(([, definition]) => definition.logicalId === logicalId) ?? [];
    if (!name) throw new Error(`There is no function ${logicalId}.`);
    return JSON.stringify(await invoke(name, JSON.parse(event)));
  };
  if (stack.api) server.serve(gateway({ api: stack.api, region, functions: { invoke: invokeById } }));

  const table = await Table.at(stores.endpoints.dynamodb);
  cleanup.defer(() => table.close());
  const held = cleanup.move();
  return {
    credentials: JSON.parse(await readFile(join(dataDirectory, 'credentials.json'), 'utf8')),
    table,
    definitionOf,
    invoke,
    takeMessages: (queue) => takeMessages(stores.sqs, given[environmentNames[`${queue}QueueUrl`]] ?? ''),
    close: () => held.disposeAsync(),
  };
}

type Environment = Readonly<Record<string, string>>;

/** What the template gives the functions, all of them together. */
const environmentOf = ({ functions }: StackDefinition): Environment =>
  Object.assign({}, ...functions.map(({ environment }) => environment));

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

const sources: ReadonlyMap<string, string> = new Map([
  ...allOperations.map(({ id, resource }) => [id, `api/${resource}/${id}.ts`] as const),
  ...Object.keys(pages).map((id) => [id, `pages/${id}.ts`] as const),
  ['authorizer', 'authorizer.ts'],
  ...Object.keys(otherFunctions)
    .filter((name) => name !== 'authorizer')
    .map((name) => [name, `workers/${name}.ts`] as const),
]);

/** A logical id ends in its construct's name and a hash. */
function functionsByName({ functions }: StackDefinition): ReadonlyMap<FunctionName, FunctionDefinition> {
  const nameOf = ({ logicalId }: FunctionDefinition) =>
    [...sources.keys()].find((name) => new RegExp(`${name}(Function)*[0-9A-F]{8}$`, 'i').test(logicalId));
  return new Map(functions.map((definition) => [nameOf(definition) as FunctionName, definition]));
}

/** Handlers find their asset files where they are loaded or called, so the last one loaded has the say. */
async function loadHandler(name: FunctionName, taskRoot: string): Promise<Handler> {
  process.env.LAMBDA_TASK_ROOT = taskRoot;
  const module = await import(new URL(`../../functions/${sources.get(name)}`, import.meta.url).href);
  return module.handler;
}

async function takeMessages(sqs: JsonService, QueueUrl: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const request = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 };
    const { Messages = [] } = (await callJson(sqs, 'ReceiveMessage', request)) as {
      Messages?: { Body: string; ReceiptHandle: string }[];
    };
    if (Messages.length === 0) return bodies;
    for (const { Body, ReceiptHandle } of Messages) {
      bodies.push(Body);
      await callJson(sqs, 'DeleteMessage', { QueueUrl, ReceiptHandle });
    }
  }
}
