import { cp, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import {
  account,
  createTable,
  openAccounts,
  readAccount,
  readBalances,
  sum,
  TableName,
  transfer,
} from './accounts.ts';
import { openDynamoDb, test } from './dynamoDbFixture.ts';
import { linesUntilKilled } from './killed.ts';
import { directoryOfTest } from './ownDirectory.ts';

const names = ['a', 'b', 'c', 'd'];
// More than all transfers of the crash test together, so that the balance allows every transfer.
const balance = 1_000_000;

test('the sum stays the same under concurrent transfers, for every reader', async ({ table: client }) => {
  await openAccounts(client, names, 10);
  const seen: number[] = [];
  const readSum = async () => seen.push(sum(await readBalances(client, names)));

  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, i) => {
      await readSum();
      await client.send(transfer(`${names[i % 4]}`, `${names[(i * 3 + 1) % 4]}`, 1 + (i % 7)));
      await readSum();
    }),
  );

  expect(new Set(seen)).toEqual(new Set([40]));
  expect(sum(await readBalances(client, names))).toBe(40);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
});

test('a restart keeps everything, also the tokens of requests', async () => {
  const directory = directoryOfTest();
  const first = await openDynamoDb(directory);
  await createTable(first.client);
  await openAccounts(first.client, ['a', 'b'], 10);
  const transaction = new TransactWriteCommand({
    ...transfer('a', 'b', 3).input,
    ClientRequestToken: 'once',
  });
  await first.client.send(transaction);
  await first.stop();

  const second = await openDynamoDb(directory);
  await second.client.send(transaction);

  expect(await readBalances(second.client, ['a', 'b'])).toEqual([7, 13]);
});

test('closing during writes keeps all that were acknowledged', async () => {
  const directory = directoryOfTest();
  const first = await openDynamoDb(directory);
  await createTable(first.client);
  const acknowledged: string[] = [];
  const put = async (name: string) => {
    await first.client.put({ TableName, Item: account(name) });
    acknowledged.push(name);
    if (acknowledged.length === 10) await first.stop();
  };

  await Promise.allSettled(Array.from({ length: 40 }, (_, i) => put(`${i}`)));

  const second = await openDynamoDb(directory);
  const found = await Promise.all(acknowledged.map((name) => readAccount(second.client, name)));
  expect(found).toEqual(acknowledged.map(account));
});

test('a directory in use is refused, and the error names it', async () => {
  const directory = directoryOfTest();
  await openDynamoDb(directory);

  await expect(openDynamoDb(directory)).rejects.toThrow(`${directory} is in use by another process`);
});

test('after a kill at any moment, a transfer is stored completely or not at all', async () => {
  const directory = directoryOfTest();
  const { client, stop } = await openDynamoDb(directory);
  await createTable(client);
  await openAccounts(client, names, balance);
  await stop();

  let transfers = 0;
  for (const lines of [1, 20, 60]) {
    const { length: acknowledged } = await linesUntilKilled(lines, 'transferForever.ts', directory, ...names);

    const restarted = await openDynamoDb(directory);
    const transfersBefore = transfers;
    transfers = (await readAccount(restarted.client, 'count'))?.transfers;
    expect(transfers).toBeGreaterThanOrEqual(transfersBefore + acknowledged);
    expect(sum(await readBalances(restarted.client, names))).toBe(sum(names.map(() => balance)));
    await restarted.stop();
  }
});

test('a log that ends in the middle of a transaction has nothing of it', async () => {
  const original = directoryOfTest();
  const { client, stop } = await openDynamoDb(original);
  await createTable(client);
  await openAccounts(client, ['a', 'b'], 10);
  const before = await logBytes(original);
  await client.send(transfer('a', 'b', 3));
  const after = await logBytes(original);
  await stop();

  const step = Math.ceil((after - before) / 4);
  for (let bytes = before; bytes < after; bytes += step) {
    const cut = directoryOfTest();
    await cp(original, cut, { recursive: true });
    await truncate(await logFile(cut), bytes);

    const restarted = await openDynamoDb(cut);
    expect(await readBalances(restarted.client, ['a', 'b'])).toEqual([10, 10]);
    await restarted.stop();
  }
});

async function logFile(directory: string): Promise<string> {
  const file = (await readdir(directory)).find((name) => name.endsWith('.log'));
  return join(directory, `${file}`);
}

async function logBytes(directory: string): Promise<number> {
  return (await stat(await logFile(directory))).size;
}
