import { join } from 'node:path';
import { requestDirectly } from 'assembly-host/directRequests';
import { publishEvent } from 'assembly-host/eventRules';
import { startSes } from 'assembly-host/ses/server';
import { type Endpoints, type Stores, startStores } from 'assembly-host/stores';
import type { StackDefinition } from 'assembly-host/template/stack';
import { readStack } from 'assembly-host/template/stack';
import { assemble } from '../../../infra/local/assemble.ts';
import { readGrantOptions, readLagOptions } from '../../../infra/local/settings.ts';
import { type EnvironmentName, environmentNames } from '../../../shared/runtime/environment.ts';
import { oncePerProcess } from '../runner/oncePerProcess.ts';
import { temporaryDirectory } from '../temporaryDirectory.ts';
import { storesTime } from './storesTime.ts';

export const region = 'us-east-1';

/** Variables of the functions, by their names in `shared/runtime/environment.ts`. */
export type Variables = Partial<Record<EnvironmentName, string>>;

export interface StoresOptions {
  /** Default: a new folder, which is removed when the stores are closed */
  readonly dataDirectory?: string;
  /** Overrides the functions' variables from the template. Default: rate limits that no test reaches */
  readonly environment?: Variables;
  /** Puts proxies in front of some stores. Default: none */
  readonly through?: (stores: Endpoints) => Promise<Partial<Endpoints>>;
}

export interface ProvisionedStores extends Stores {
  readonly dataDirectory: string;
  readonly stack: StackDefinition;
  /** The addresses that this process uses: of the stores, or of proxies in front of them. */
  readonly through: Endpoints;
  /** The address of SES, and of its inbox. */
  readonly inboxUrl: string;
  /** In the project `judge`, throws if the answers of the two DynamoDBs have differed since the last call. */
  requireAgreement(): void;
}

/**
 * Opens the stores of the local host, with the resources of the template only. This process gets the environment of the functions. A
 * file opens them once, because the SDK's clients keep the addresses that they read first.
 */
export async function openStores(baseUrl: string, options: StoresOptions = {}): Promise<ProvisionedStores> {
  await using cleanup = new AsyncDisposableStack();
  const dataDirectory = options.dataDirectory ?? cleanup.use(await temporaryDirectory()).path;
  const started = await startStores({
    dataDirectory,
    region,
    readLag: readLagOptions(),
    ...readGrantOptions(),
  });
  cleanup.defer(() => started.close());
  cleanup.defer(requestDirectly(started.connect()));
  const assembly = await oncePerProcess('assembly', assemble);
  const { sqs: queueEndpoint, opensearch: searchEndpoint } = started.endpoints;
  const stack = readStack(assembly, { region, baseUrl, queueEndpoint, searchEndpoint });
  await started.provision(stack);
  const { stores, requireAgreement } = await judged(started, stack, cleanup);
  const through = { ...stores.endpoints, ...(await options.through?.(stores.endpoints)) };
  setEnvironment(
    { ...environmentOf(stack), ...named(byDefault), ...named(options.environment ?? {}) },
    (value) => value.replace(stores.endpoints.sqs, through.sqs),
  );
  const sqs = { ...stores.sqs, now: storesTime };
  const ses = await startSes({
    file: join(dataDirectory, 'mails.jsonl'),
    port: 0,
    publish: (event) => publishEvent(stack.eventRules, sqs, event),
    sent: () => undefined,
    rated: () => undefined,
  });
  cleanup.defer(() => ses.close());
  pointSdkAt(through, stores.credentials, ses.endpoint);
  const held = cleanup.move();
  return {
    ...stores,
    sqs,
    dataDirectory,
    stack,
    through,
    inboxUrl: ses.endpoint,
    requireAgreement,
    close: () => held.disposeAsync(),
  };
}

/** In the project `judge`, another DynamoDB replaces the host's. */
async function judged(
  stores: Stores,
  stack: StackDefinition,
  cleanup: AsyncDisposableStack,
): Promise<{ readonly stores: Stores } & Pick<ProvisionedStores, 'requireAgreement'>> {
  if (process.env.JUDGED !== 'true') return { stores, requireAgreement: () => undefined };
  const { openJudgedTable } = await import('./judgedTable.ts');
  const { endpoint, requireAgreement, close } = await openJudgedTable(stores, stack, region);
  cleanup.defer(close);
  const { send: _direct, ...overSocket } = stores.dynamodb;
  const dynamodb = { ...overSocket, endpoint };
  const endpoints = { ...stores.endpoints, dynamodb: endpoint };
  return { stores: { ...stores, dynamodb, endpoints }, requireAgreement };
}

/** Without rate limits and without search: files about search name their engine. */
const byDefault: Variables = {
  searchEndpoints: '',
  rateLimitRequests: '1000000',
  rateLimitCreates: '1000000',
  rateLimitSearches: '1000000',
};

/** Returns the variables of all functions of the template together. */
const environmentOf = ({ functions }: StackDefinition): Readonly<Record<string, string>> =>
  Object.assign({}, ...functions.map(({ environment }) => environment));

const named = (variables: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [environmentNames[name as EnvironmentName], value]),
  );

function setEnvironment(given: Readonly<Record<string, string>>, toLine: (value: string) => string): void {
  for (const [name, value] of Object.entries(given)) process.env[name] = toLine(value);
  process.env.LOG_LEVEL ??= 'SILENT';
}

/** Sets variables of the functions in this process. */
export function setVariables(variables: Variables): void {
  Object.assign(process.env, named(variables));
}

function pointSdkAt(
  { dynamodb, s3, sqs, kms }: Endpoints,
  credentials: Stores['credentials'],
  ses: string,
): void {
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_S3: s3,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_KMS: kms,
    AWS_ENDPOINT_URL_SESV2: ses,
  });
}
