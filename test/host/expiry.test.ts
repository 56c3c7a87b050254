import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDynamoDb } from '../../infra/host/dynamodb/server.ts';
import { Access } from '../../infra/host/iam/access.ts';
import { startS3 } from '../../infra/host/s3/server.ts';
import { connect, createTable, IndexName, TableName } from './accounts.ts';
import { temporaryDirectory } from './dynamoDbFixture.ts';

describe('items', () => {
  const now = Date.now();
  const nowSeconds = Math.floor(now / 1000);
  const yearSeconds = 365 * 24 * 60 * 60;

  async function openTable() {
    const dynamodb = await startDynamoDb({ directory: await temporaryDirectory() });
    const client = connect(dynamodb.endpoint);
    onTestFinished(async () => {
      client.destroy();
      await dynamodb.close();
    });
    await createTable(client);
    const putAll = async (items: Record<string, Record<string, unknown>>) => {
      for (const [sk, attributes] of Object.entries(items))
        await client.send(
          new PutCommand({
            TableName,
            Item: { pk: 'one', sk, list_pk: 'listed', list_sk: sk, ...attributes },
          }),
        );
    };
    const setTimeToLive = (Enabled: boolean) =>
      client.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled },
        }),
      );
    const sortKeys = async () => {
      const { Items: items = [] } = await client.send(new ScanCommand({ TableName }));
      const { Items: listed = [] } = await client.send(
        new QueryCommand({
          TableName,
          IndexName,
          KeyConditionExpression: 'list_pk = :listed',
          ExpressionAttributeValues: { ':listed': 'listed' },
        }),
      );
      expect(listed).toEqual(items);
      return items.map(({ sk }) => sk);
    };
    return { dynamodb, putAll, setTimeToLive, sortKeys };
  }

  test('are gone from the table and its index when their time is over', async () => {
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

  test('stay when they are given more time, and where the time to live is switched off', async () => {
    const { dynamodb, putAll, setTimeToLive, sortKeys } = await openTable();
    await setTimeToLive(true);
    await putAll({ renewed: { expires_at: nowSeconds } });
    const expiring = dynamodb.expire(now);
    await putAll({ renewed: { expires_at: nowSeconds + 60 } });
    await expiring;
    expect(await sortKeys()).toEqual(['renewed']);

    await setTimeToLive(false);
    await dynamodb.expire(now + 60_000);

    expect(await sortKeys()).toEqual(['renewed']);
  });
});

test('objects are gone at the midnight after their age, where a rule says so', async () => {
  const Bucket = 'bucket';
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const s3 = await startS3({
    directory: await temporaryDirectory(),
    port: 0,
    access: new Access(credentials),
  });
  const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', credentials });
  onTestFinished(async () => {
    client.destroy();
    await s3.close();
  });
  const lifecycleRules = [{ prefix: 'passing/', expirationDays: 30 }];
  s3.provide([{ name: Bucket, isVersioned: false, lifecycleRules, corsRules: [] }]);
  for (const Key of ['passing/a', 'passing/b', 'lasting/c'])
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'content' }));
  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key }) => Key);
  };
  const day = 24 * 60 * 60 * 1000;

  await s3.expire(Date.now() + 30 * day - 1000);
  expect(await keys()).toEqual(['lasting/c', 'passing/a', 'passing/b']);

  await s3.expire(Date.now() + 31 * day);
  expect(await keys()).toEqual(['lasting/c']);
});
