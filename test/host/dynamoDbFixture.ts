import type { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { test as base, onTestFinished } from 'vitest';
import { startDynamoDb } from '../../infra/host/dynamodb/server.ts';
import { directoryOfTest } from '../support/ownDirectory.ts';
import { connect, createTable } from './accounts.ts';

/** The local DynamoDB in this process, until the test is over, and the SDK's client for it. */
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

/** A new DynamoDB with one table keyed by `pk` and `sk`, and an index by `list_pk` and `list_sk`. */
export async function openTable(): Promise<DynamoDBDocument> {
  const { client } = await openDynamoDb(directoryOfTest());
  await createTable(client);
  return client;
}

/** A test that gets a table of its own where it names one. */
export const test = base.extend('table', () => openTable());
