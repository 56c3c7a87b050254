import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { callJson } from '../../infra/host/awsJson.ts';
import { startDynamoDb } from '../../infra/host/dynamodb/server.ts';
import { gateway } from '../../infra/host/gateway/gateway.ts';
import { bindGateway } from '../../infra/host/gateway/server.ts';
import { startSqs } from '../../infra/host/sqs/server.ts';
import type { ApiDefinition } from '../../infra/host/template/model.ts';
import { createActors, localStaffDomain } from '../../infra/local/actors.ts';
import { listDocuments } from '../../shared/contract/operations/documents.ts';
import * as organization from '../../shared/contract/operations/organization.ts';
import { dueIndex, listIndex, table } from '../../shared/data/table.ts';
import { environmentNames as names } from '../../shared/environment.ts';
import { type Credentials, clientOf } from './client.ts';

const region = 'us-east-1';

/** Those that need nothing but the table, and somewhere to send events to. */
const served = [...Object.values(organization), listDocuments];

export interface ServiceInProcess {
  readonly credentials: Credentials;
  readonly call: ReturnType<typeof clientOf>;
  /** Holds the next requests back once each of them is authorized, and lets them go on when there are as many. */
  together(count: number): void;
  close(): Promise<void>;
}

/**
 * API Gateway, the authorizer and the functions in this process, over a DynamoDB of its own with the seeded actors in it,
 * and a queue that nobody takes events from: for tests that set the clock or write to the table themselves. One for each
 * test file: the functions read their environment when they are loaded.
 */
export async function startInProcess(
  limits: { readonly requests: number; readonly creates: number } = { requests: 1e6, creates: 1e6 },
): Promise<ServiceInProcess> {
  await using cleanup = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'in-process-'));
  cleanup.defer(() => rm(directory, { recursive: true }));
  const dynamodb = await startDynamoDb({ directory });
  cleanup.defer(() => dynamodb.close());
  const sqs = await startSqs({ directory: join(directory, 'sqs'), port: 0, region });
  cleanup.defer(() => sqs.close());
  const server = await bindGateway(0);
  cleanup.defer(() => server.close(1000));

  const TableName = process.env[names.tableName] ?? '';
  Object.assign(process.env, {
    [names.serviceBaseUrl]: server.baseUrl,
    [names.rateLimitRequests]: String(limits.requests),
    [names.rateLimitCreates]: String(limits.creates),
    [names.staffEmailDomains]: localStaffDomain,
    [names.pooledUsageKeys]: 'pooled',
    [names.eventsQueueUrl]: await createQueue(sqs.endpoint, 'events'),
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
  });
  const actors = await createActorsIn(TableName, server.baseUrl, dynamodb.endpoint);
  const credentials: Credentials = JSON.parse(JSON.stringify(actors));

  const functions = await loadFunctions();
  const meeting = newMeeting();
  const invoke = async (functionId: string, event: string): Promise<string> => {
    if (functionId !== 'authorizer') await meeting.arrive();
    const options = { signal: new AbortController().signal };
    return JSON.stringify(await functions.get(functionId)?.(JSON.parse(event), {}, options));
  };
  server.serve(gateway({ api, region, functions: { invoke } }));

  const resources = cleanup.move();
  return {
    credentials,
    call: clientOf(credentials),
    together: meeting.call,
    close: () => resources.disposeAsync(),
  };
}

const api: ApiDefinition = {
  id: 'api',
  stage: 'test',
  binaryMediaTypes: [],
  gatewayResponses: new Map(),
  usageKeys: [],
  routes: served.map(({ id, method, path }) => ({
    resourceId: id,
    method,
    path,
    functionId: id,
    authorizerFunctionId: 'authorizer',
    timeoutMs: 29_000,
    requiresKey: false,
  })),
};

type Handler = (event: unknown, context: object, options: object) => unknown;

async function loadFunctions(): Promise<ReadonlyMap<string, Handler>> {
  const files = new Map(served.map(({ id, resource }) => [id as string, `api/${resource}/${id}`]));
  files.set('authorizer', 'authorizer');
  const load = async ([id, file]: [string, string]): Promise<[string, Handler]> => {
    const { handler } = await import(new URL(`../../functions/${file}.ts`, import.meta.url).pathname);
    return [id, handler];
  };
  return new Map(await Promise.all([...files].map(load)));
}

async function createActorsIn(TableName: string, baseUrl: string, endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const key = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  const strings = [table.partitionKey, table.sortKey, listIndex.partitionKey, listIndex.sortKey];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        ...[...strings, dueIndex.partitionKey].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S' as const,
        })),
        { AttributeName: dueIndex.sortKey, AttributeType: 'N' },
      ],
      KeySchema: key(table.partitionKey, table.sortKey),
      GlobalSecondaryIndexes: [listIndex, dueIndex].map(({ name, partitionKey, sortKey }) => ({
        IndexName: name,
        KeySchema: key(partitionKey, sortKey),
        Projection: { ProjectionType: 'ALL' as const },
      })),
    }),
  );
  client.destroy();
  return createActors(baseUrl, TableName, endpoint);
}

async function createQueue(endpoint: string, QueueName: string): Promise<string> {
  await callJson({ endpoint, target: 'AmazonSQS', region }, 'CreateQueue', { QueueName });
  return `${endpoint}/000000000000/${QueueName}`;
}

/** Where requests wait for each other. */
function newMeeting() {
  let missing = 0;
  let everyone = Promise.withResolvers<void>();
  return {
    call(count: number): void {
      missing = count;
      everyone = Promise.withResolvers<void>();
    },
    arrive(): Promise<void> | undefined {
      if (missing === 0) return undefined;
      missing -= 1;
      if (missing === 0) everyone.resolve();
      return everyone.promise;
    },
  };
}
