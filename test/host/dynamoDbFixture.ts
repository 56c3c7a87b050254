import type { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { test as base, onTestFinished } from 'vitest';
import { startDynamoDb } from '../../infra/host/dynamodb/server.ts';
import { directoryOfTest } from '../support/ownDirectory.ts';
import { connect, createTable } from './accounts.ts';

export interface RunningDynamoDb {
  client: DynamoDBDocument;
  stop(): Promise<void>;
}

export async function openDynamoDb(directory: string): Promise<RunningDynamoDb> {
  const server = await startDynamoDb({ directory });
  const client = connect(server.endpoint);
  const stop = async () => {
    client.destroy();
    await server.close();
  };
  onTestFinished(stop);
  return { client, stop };
}

/** A new DynamoDB with one table keyed by `pk` and `sk`, and an index by `list_pk` and `list_sk`. */
export async function openTable(): Promise<DynamoDBDocument> {
  const { client } = await openDynamoDb(directoryOfTest());
  await createTable(client);
  return client;
}

/** A test that gets a table of its own where it names one. */
export const test = base.extend('table', () => openTable());
