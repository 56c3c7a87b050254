import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Credentials } from '../../credentials.ts';
import { Bucket, hostAccount, key, region, TableName } from './fixture.ts';

const account = hostAccount();

describe('a signature', () => {
  const get = (credentials: Credentials) =>
    account()
      .as(credentials)
      .table.get({ TableName, Key: key('DOC#1') });
  const subject = () => account().credentials;

  test.for<[string, () => Credentials, string, string]>([
    [
      'an unknown key',
      () => ({ ...subject(), accessKeyId: 'ASIA0' }),
      'UnrecognizedClientException',
      'InvalidAccessKeyId',
    ],
    [
      'another secret',
      () => ({ ...subject(), secretAccessKey: 'other' }),
      'InvalidSignatureException',
      'SignatureDoesNotMatch',
    ],
    [
      'no token',
      () => {
        const { accessKeyId, secretAccessKey } = subject();
        return { accessKeyId, secretAccessKey };
      },
      'UnrecognizedClientException',
      'InvalidToken',
    ],
  ])('with %s is refused', async ([, credentials, name, nameInS3]) => {
    await expect(get(credentials())).rejects.toMatchObject({ name });
    const list = new ListObjectsV2Command({ Bucket, Prefix: 'uploads/' });
    await expect(account().as(credentials()).s3.send(list)).rejects.toMatchObject({ name: nameInS3 });
  });

  test.for<[string, (request: { headers: Record<string, string>; body: string }) => void, string]>([
    [
      'another body',
      (request) => {
        request.body = request.body.replace('DOC#1', 'DOC#2');
      },
      'InvalidSignatureException',
    ],
    [
      'another operation',
      ({ headers }) => {
        headers['x-amz-target'] = 'DynamoDB_20120810.DeleteItem';
      },
      'InvalidSignatureException',
    ],
    [
      'the signature removed',
      ({ headers }) => {
        delete headers.authorization;
      },
      'MissingAuthenticationTokenException',
    ],
  ])('is refused after a change on the way: %s', async ([, change, name]) => {
    const client = account().as(subject());
    client.table.middlewareStack.add(
      (next) => async (args) => {
        change(args.request as { headers: Record<string, string>; body: string });
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );

    await expect(client.table.get({ TableName, Key: key('DOC#1') })).rejects.toMatchObject({ name });
  });

  test('is valid for five minutes', async () => {
    const at = (minutes: number) => {
      const client = new DynamoDBClient({
        region,
        credentials: subject(),
        maxAttempts: 1,
        endpoint: account().stores.endpoints.dynamodb,
        systemClockOffset: minutes * 60_000,
      });
      return DynamoDBDocument.from(client).get({ TableName, Key: key('DOC#1') });
    };

    await at(-4);
    await at(4);
    await expect(at(-6)).rejects.toThrow(
      /Signature expired: \d{8}T\d{6}Z is now earlier than .* - 5 min\.\)/,
    );
    await expect(at(6)).rejects.toThrow(/Signature not yet current/);
  });
});
