import type { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { test as base, onTestFinished } from 'vitest';
import { startDynamoDb } from '../dynamodb/server.ts';
import { connect, createTable } from './accounts.ts';
import { directoryOfTest } from './ownDirectory.ts';

/** Opens the local DynamoDB in this process until the end of the test, with an SDK client. */
export async function openDynamoDb(
  directory: string,
  options: Partial<Parameters<typeof startDynamoDb>[0]> = {},
) {
  const server = await startDynamoDb({ directory, ...options });
  const client = connect(server.endpoint);
  const stop = async () => {
    client.destroy();
    await server.close();
  };
  onTestFinished(stop);
  return { client, server, stop };
}

/** Opens a new DynamoDB with one table keyed by `pk` and `sk`, and an index by `list_pk` and `list_sk`. */
export async function openTable(): Promise<DynamoDBDocument> {
  const { client } = await openDynamoDb(directoryOfTest());
  await createTable(client);
  return client;
}

/** A test that can request a new table. */
export const test = base.extend('table', () => openTable());
