import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { callJson, type JsonService, StoreError } from './awsJson.ts';
import { provideCredentials } from './credentials.ts';
import type { Credentials } from './s3/signature.ts';
import type { BucketDefinition, KeyDefinition, StackDefinition, TableDefinition } from './template/model.ts';
import { maxYoungGenerationSizeMb } from './threadLimits.ts';

export interface StoresOptions {
  readonly dataDirectory: string;
  readonly region: string;
}

/** The thread of the stores starts with this. */
export interface StoresThreadData extends StoresOptions {
  readonly credentials: Credentials;
}

export interface Endpoints {
  readonly dynamodb: string;
  readonly s3: string;
  readonly sqs: string;
  readonly kms: string;
}

export type StoresMessage =
  | {
      readonly command: 'provide';
      readonly buckets: readonly BucketDefinition[];
      readonly keys: readonly KeyDefinition[];
    }
  | { readonly command: 'endPolls' }
  | { readonly command: 'close' };

export interface Stores {
  readonly endpoints: Endpoints;
  /** Requests are signed with these. */
  readonly credentials: Credentials;
  readonly sqs: JsonService;
  /** Creates what the stack has and the stores do not have yet. */
  provision(stack: StackDefinition): Promise<void>;
  /** Ends every long poll on the queues. */
  endPolls(): Promise<void>;
  close(): Promise<void>;
}

/** Starts DynamoDB, S3, SQS and KMS over a data directory that this process holds. State is what earlier runs left. */
export async function startStores(options: StoresOptions): Promise<Stores> {
  const credentials = provideCredentials(options.dataDirectory);
  const worker = new Worker(new URL('./storesThread.ts', import.meta.url), {
    name: 'stores',
    workerData: { ...options, credentials } satisfies StoresThreadData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  const ended = once(worker, 'exit');
  // The wait for the first message rejects when the thread fails instead.
  const [{ endpoints }] = (await once(worker, 'message')) as [{ endpoints: Endpoints }];
  worker.on('error', (error) => {
    // Nothing works without the stores, and what they had acknowledged is on disk.
    console.error('The local stores failed:', error);
    process.exit(1);
  });
  const tell = async (message: StoresMessage): Promise<void> => {
    const done = once(worker, 'message');
    worker.postMessage(message);
    await done;
  };
  const dynamodb = { endpoint: endpoints.dynamodb, target: 'DynamoDB_20120810', region: options.region };
  const sqs = { endpoint: endpoints.sqs, target: 'AmazonSQS', region: options.region };

  return {
    endpoints,
    credentials,
    sqs,
    provision: async (stack) => {
      await tell({ command: 'provide', buckets: stack.buckets, keys: stack.keys });
      for (const table of stack.tables) await provideTable(dynamodb, table);
      for (const { name, url, attributes } of stack.queues) {
        await ignoring('QueueNameExists', () =>
          callJson(sqs, 'CreateQueue', { QueueName: name, Attributes: attributes }),
        );
        // A queue from an earlier run takes what the template says now.
        await callJson(sqs, 'SetQueueAttributes', { QueueUrl: url, Attributes: attributes });
      }
    },
    endPolls: () => tell({ command: 'endPolls' }),
    close: async () => {
      worker.postMessage({ command: 'close' });
      await ended;
    },
  };
}

async function provideTable(dynamodb: JsonService, table: TableDefinition): Promise<void> {
  const TableName = table.name;
  await ignoring('ResourceInUseException', () => callJson(dynamodb, 'CreateTable', table.createTable));
  const { Table: existing } = (await callJson(dynamodb, 'DescribeTable', { TableName })) as {
    Table: { GlobalSecondaryIndexes?: { IndexName: string }[] };
  };
  const indexNames = (existing.GlobalSecondaryIndexes ?? []).map((index) => index.IndexName);
  // A table from an earlier release gets the indexes that this one reads, as a deployment would give it.
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
