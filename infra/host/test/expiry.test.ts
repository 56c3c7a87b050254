import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LifecycleRule } from '../template/stores.ts';
import { createTable, IndexName, TableName } from './accounts.ts';
import { openDynamoDb } from './dynamoDbFixture.ts';
import { directoryOfTest } from './ownDirectory.ts';
import { Bucket, openS3 } from './s3Fixture.ts';

describe('items', () => {
  const now = Date.now();
  const nowSeconds = Math.floor(now / 1000);
  const yearSeconds = 365 * 24 * 60 * 60;

  async function openTable() {
    const { client, server: dynamodb } = await openDynamoDb(directoryOfTest());
    await createTable(client);
    const putAll = async (items: Record<string, Record<string, unknown>>) => {
      for (const [sk, attributes] of Object.entries(items))
        await client.put({
          TableName,
          Item: { pk: 'one', sk, list_pk: 'listed', list_sk: sk, ...attributes },
        });
    };
    const setTimeToLive = (Enabled: boolean) =>
      client.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled },
        }),
      );
    const sortKeys = async () => {
      const { Items: items = [] } = await client.scan({ TableName });
      const { Items: listed = [] } = await client.query({
        TableName,
        IndexName,
        KeyConditionExpression: 'list_pk = :listed',
        ExpressionAttributeValues: { ':listed': 'listed' },
      });
      expect(listed).toEqual(items);
      return items.map(({ sk }) => sk);
    };
    return { dynamodb, putAll, setTimeToLive, sortKeys };
  }

  test('are removed from the table and its index when their time is over', async () => {
    const { dynamodb, putAll, setTimeToLive, sortKeys } = await openTable();
    await setTimeToLive(true);
    await putAll({
      over: { expires_at: nowSeconds },
      'not over': { expires_at: nowSeconds + 60 },
      'no time': {},
      text: { expires_at: String(nowSeconds) },
      nested: { inner: { expires_at: nowSeconds } },
      'five years': { expires_at: nowSeconds - 5 * yearSeconds },
    });

    await dynamodb.expire(now);
    expect(await sortKeys()).toEqual(['five years', 'nested', 'no time', 'not over', 'text']);

    await dynamodb.expire(now + 60_000);
    expect(await sortKeys()).toEqual(['five years', 'nested', 'no time', 'text']);
  });
});

const day = 24 * 60 * 60 * 1000;

async function openBucket(isVersioned: boolean, rules: readonly Partial<LifecycleRule>[]) {
  const lifecycleRules = rules.map((rule) => ({ Status: 'Enabled' as const, Prefix: '', ...rule }));
  const { server, client, close } = await openS3(directoryOfTest(), { isVersioned, lifecycleRules });
  onTestFinished(close);
  const put = (Key: string, Body = 'content') => client.putObject({ Bucket, Key, Body });
  return { s3: server, client, put };
}

test('objects are removed at the midnight after the age in their rule', async () => {
  const { s3, client, put } = await openBucket(false, [{ Prefix: 'passing/', ExpirationInDays: 30 }]);
  for (const key of ['passing/a', 'passing/b', 'lasting/c']) await put(key);
  const keys = async () => {
    const { Contents = [] } = await client.listObjectsV2({ Bucket });
    return Contents.map(({ Key }) => Key);
  };

  await s3.expire(Date.now() + 30 * day - 1000);
  expect(await keys()).toEqual(['lasting/c', 'passing/a', 'passing/b']);

  await s3.expire(Date.now() + 31 * day);
  expect(await keys()).toEqual(['lasting/c']);
});

describe('previous versions', () => {
  const rules = [
    { Prefix: 'soon/', NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
    { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, ExpiredObjectDeleteMarker: true },
  ];
  const open = async () => {
    const bucket = await openBucket(true, rules);
    const found = async () => {
      const { Versions = [], DeleteMarkers = [] } = await bucket.client.listObjectVersions({ Bucket });
      return {
        versions: Versions.map(({ Key, IsLatest, Size }) => [Key, IsLatest ? 'latest' : 'previous', Size]),
        markers: DeleteMarkers.map(({ Key }) => Key),
      };
    };
    return { ...bucket, found };
  };

  test('of a removed object are deleted, then its marker; shared content stays', async () => {
    const { s3, client, put, found } = await open();
    await put('removed', 'content');
    await client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/removed` });
    await client.deleteObject({ Bucket, Key: 'removed' });

    await s3.expire(Date.now() + 2 * day);
    expect(await found()).toEqual({
      versions: [
        ['copy', 'latest', 7],
        ['removed', 'previous', 7],
      ],
      markers: ['removed'],
    });

    await s3.expire(Date.now() + 31 * day);
    expect(await found()).toEqual({ versions: [['copy', 'latest', 7]], markers: [] });
    const { Body } = await client.getObject({ Bucket, Key: 'copy' });
    expect(await Body?.transformToString()).toBe('content');
  });
});
