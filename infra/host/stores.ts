import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { callJson, type JsonService, StoreError } from './awsJson.ts';
import { type Credentials, functionCredentials, provideCredentials } from './credentials.ts';
import { type DirectConnection, senderTo } from './directRequests.ts';
import type { ReadLagOptions } from './dynamodb/readLag.ts';
import type { ResourcePolicyDefinition, RoleSession } from './iam/access.ts';
import { type Grant, withhold } from './iam/grants.ts';
import type { Statement } from './iam/policy.ts';
import type { CollectionState } from './opensearch/collectionFile.ts';
import { readPorts, writePorts } from './ports.ts';
import { StartupError } from './startupError.ts';
import type { CollectionDefinition } from './template/collections.ts';
import { localAccountId } from './template/localNames.ts';
import type { StackDefinition } from './template/stack.ts';
import type { BucketDefinition, KeyDefinition, TableDefinition } from './template/stores.ts';
import { maxYoungGenerationSizeMb } from './threadLimits.ts';
import { senderOf } from './threadMessages.ts';

export interface StoresOptions extends GrantOptions {
  readonly dataDirectory: string;
  readonly region: string;
  /** The lag of DynamoDB's eventually consistent reads. Default: none */
  readonly readLag?: ReadLagOptions | undefined;
}

/** For tests of the functions' grants. */
export interface GrantOptions {
  /** The file that gets a line for each used grant. Default: none */
  readonly usedGrantsFile?: string | undefined;
  /** A grant to take away. Default: none */
  readonly withheldGrant?: Grant | undefined;
}

/** The data with which a thread of stores starts. */
export interface StoresThreadData extends StoresOptions {
  readonly credentials: Credentials;
  /** The ports of the previous run. If these ports are free, URLs of that run stay valid. */
  readonly ports: Readonly<Record<string, number>>;
}

export interface Endpoints {
  readonly dynamodb: string;
  readonly s3: string;
  readonly sqs: string;
  readonly kms: string;
  /** The URL of a collection is this, and its id as the path. */
  readonly opensearch: string;
}

export type StoresMessage =
  | {
      readonly command: 'provide';
      readonly buckets: readonly BucketDefinition[];
      readonly keys: readonly KeyDefinition[];
      readonly tables: readonly TableDefinition[];
    }
  | {
      readonly command: 'allow';
      readonly sessions: readonly RoleSession[];
      readonly resourcePolicies: readonly ResourcePolicyDefinition[];
    }
  | { readonly command: 'connect'; readonly port: MessagePort }
  | { readonly command: 'endPolls' }
  | { readonly command: 'expire'; readonly now: number }
  | { readonly command: 'catchUp' }
  | { readonly command: 'emptyBuckets' }
  | { readonly command: 'close' };

export type SearchMessage =
  | { readonly command: 'provide'; readonly collections: readonly CollectionDefinition[] }
  | { readonly command: 'allow'; readonly sessions: readonly RoleSession[] }
  | { readonly command: 'refresh' }
  | { readonly command: 'close' };

export interface Stores {
  readonly endpoints: Endpoints;
  /** The credentials of the account's root, which may do everything. */
  readonly credentials: Credentials;
  /** Returns the credentials of a function's role session. */
  credentialsOf(functionName: string): Credentials;
  /** Returns SQS for calls with these credentials. */
  sqsAs(credentials: Credentials): JsonService;
  readonly dynamodb: JsonService;
  readonly sqs: JsonService;
  /** Creates the stack's resources that the stores do not have yet. Resolves with the state of each collection. */
  provision(stack: StackDefinition): Promise<readonly CollectionState[]>;
  /** Lets functions do what their roles grant, except for one grant. */
  allow(stack: StackDefinition, withheldGrant?: Grant): Promise<void>;
  /** Opens a connection for requests without sockets. */
  connect(): DirectConnection;
  /** Ends every long poll on the queues. */
  endPolls(): Promise<void>;
  /** Removes the items and objects that have expired by `now`, in epoch milliseconds. Timers do so too. */
  expire(now: number): Promise<void>;
  /** Makes eventually consistent reads and searches see all acknowledged changes. */
  catchUp(): Promise<void>;
  /** Removes all objects with their versions, for tests that share the stores. No request to S3 may be under way. */
  emptyBuckets(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts DynamoDB, S3, SQS, KMS and OpenSearch Serverless over a data directory that this process holds. The state of earlier runs is
 * kept.
 */
export async function startStores(options: StoresOptions): Promise<Stores> {
  const credentials = provideCredentials(options.dataDirectory);
  const portsFile = join(options.dataDirectory, 'ports.json');
  const data: StoresThreadData = { ...options, credentials, ports: readPorts(portsFile) };
  const stores = newThread('stores', './storesThread.ts', data);
  const search = newThread('search', './opensearch/searchThread.ts', data);
  const started = await Promise.all([stores.start(), search.start()]).catch(async (error: unknown) => {
    await Promise.all([stores.worker.terminate(), search.worker.terminate()]);
    throw error;
  });
  const endpoints = Object.assign({}, ...started) as Endpoints;
  const ports = Object.entries(endpoints).map(([name, endpoint]) => [name, Number(new URL(endpoint).port)]);
  writePorts(portsFile, Object.fromEntries(ports));
  const send = senderOf<StoresMessage>(stores.worker);
  const sendToSearch = senderOf<SearchMessage>(search.worker);
  const connect: Stores['connect'] = () => {
    const { port1, port2 } = new MessageChannel();
    void send({ command: 'connect', port: port2 }, [port2]);
    return { port: port1, endpoints: [endpoints.dynamodb, endpoints.sqs, endpoints.kms] };
  };
  const direct = senderTo(connect());
  const { region } = options;
  const dynamodb = {
    endpoint: endpoints.dynamodb,
    target: 'DynamoDB_20120810',
    region,
    credentials,
    send: direct,
  };
  const sqsAs: Stores['sqsAs'] = (caller) => ({
    endpoint: endpoints.sqs,
    target: 'AmazonSQS',
    region,
    credentials: caller,
    send: direct,
  });
  const sqs = sqsAs(credentials);
  const credentialsOf: Stores['credentialsOf'] = (name) => functionCredentials(credentials, name);
  const allow: Stores['allow'] = async (stack, withheldGrant) => {
    const sessions = sessionsOf(stack, credentialsOf, withheldGrant);
    const { resourcePolicies } = stack;
    await Promise.all([
      send({ command: 'allow', sessions, resourcePolicies }),
      sendToSearch({ command: 'allow', sessions }),
    ]);
  };

  return {
    endpoints,
    credentials,
    credentialsOf,
    sqsAs,
    dynamodb,
    sqs,
    provision: async (stack) => {
      const { buckets, keys, tables, collections } = stack;
      const opening = sendToSearch({ command: 'provide', collections });
      await send({ command: 'provide', buckets, keys, tables });
      await allow(stack, options.withheldGrant);
      for (const table of tables) await provideTable(dynamodb, table);
      for (const { name, url, attributes } of stack.queues) {
        await ignoring('QueueNameExists', () =>
          callJson(sqs, 'CreateQueue', { QueueName: name, Attributes: attributes }),
        );
        // A queue from an earlier run gets the template's current attributes.
        await callJson(sqs, 'SetQueueAttributes', { QueueUrl: url, Attributes: attributes });
      }
      return (await opening) as CollectionState[];
    },
    allow,
    connect,
    endPolls: async () => {
      await send({ command: 'endPolls' });
    },
    expire: async (now) => {
      await send({ command: 'expire', now });
    },
    catchUp: async () => {
      await Promise.all([send({ command: 'catchUp' }), sendToSearch({ command: 'refresh' })]);
    },
    emptyBuckets: async () => {
      await send({ command: 'emptyBuckets' });
    },
    close: async () => {
      await Promise.all([send({ command: 'close' }), sendToSearch({ command: 'close' })]);
      await Promise.all([stores.ended, search.ended]);
    },
  };
}

function newThread(name: string, module: string, workerData: StoresThreadData) {
  const worker = new Worker(new URL(module, import.meta.url), {
    name,
    workerData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  const ended = once(worker, 'exit');
  // The wait for the first message rejects too when the thread fails.
  ended.catch(() => undefined);
  return {
    worker,
    ended,
    /** Resolves with the endpoints of the thread's stores when they answer. */
    start: async (): Promise<Partial<Endpoints>> => {
      // `once` rejects when the thread fails.
      const [endpoints] = await once(worker, 'message');
      worker.on('error', (error) => {
        // Nothing works without the stores. Acknowledged changes are on disk.
        console.error(`The local ${name} failed:`, error);
        process.exit(1);
      });
      return endpoints;
    },
  };
}

const sessionsOf = (
  { functions, roles }: StackDefinition,
  credentialsOf: Stores['credentialsOf'],
  withheldGrant: Grant | undefined,
): RoleSession[] =>
  functions.map(({ name, label, roleArn }) => {
    const role = roles.find(({ arn }) => arn === roleArn);
    if (!role)
      throw new StartupError(`The function ${name} has the role ${roleArn}, which is not in the template.`);
    const granted = (statements: readonly Statement[]) =>
      withheldGrant === undefined ? statements : withhold(label, statements, withheldGrant);
    return {
      label,
      arn: `arn:aws:sts::${localAccountId}:assumed-role/${role.name}/${name}`,
      roleArn,
      credentials: credentialsOf(name),
      statements: granted(role.statements),
      dataAccess: granted(role.dataAccess),
    };
  });

async function provideTable(dynamodb: JsonService, table: TableDefinition): Promise<void> {
  const TableName = table.name;
  await ignoring('ResourceInUseException', () => callJson(dynamodb, 'CreateTable', table.createTable));
  const { Table: existing } = (await callJson(dynamodb, 'DescribeTable', { TableName })) as {
    Table: { GlobalSecondaryIndexes?: { IndexName: string }[] };
  };
  const indexNames = (existing.GlobalSecondaryIndexes ?? []).map((index) => index.IndexName);
  // A table from an earlier release gets the new indexes, as in a deployment.
  for (const [name, update] of table.addIndex)
    if (!indexNames.includes(name)) await callJson(dynamodb, 'UpdateTable', update);
  if (table.timeToLiveAttribute)
    await callJson(dynamodb, 'UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { AttributeName: table.timeToLiveAttribute, Enabled: true },
    });
}

async function ignoring(type: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof StoreError && error.type === type)) throw error;
  }
}
