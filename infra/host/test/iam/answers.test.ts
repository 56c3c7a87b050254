import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { Bucket, hostAccount, item, key, TableName } from './fixture.ts';

const account = hostAccount();

describe('a role', () => {
  test('is refused with the error names of the services', async () => {
    const { asSubject, queueUrl, keyArn } = account();
    const names = await Promise.all(
      [
        asSubject.table.scan({ TableName }),
        asSubject.s3.deleteObject({ Bucket, Key: 'a' }),
        asSubject.sqs.receiveMessage({ QueueUrl: queueUrl }),
        asSubject.kms.encrypt({ KeyId: keyArn, Plaintext: Buffer.from('a') }),
      ].map((call) =>
        call.catch(({ name, $metadata }: { name: string; $metadata: { httpStatusCode: number } }) => [
          name,
          $metadata.httpStatusCode,
        ]),
      ),
    );

    expect(names).toEqual([
      ['AccessDeniedException', 400],
      ['AccessDenied', 403],
      ['AccessDenied', 403],
      ['AccessDeniedException', 400],
    ]);
  });

  test('writes nothing when a part of its transaction is refused', async () => {
    const { asSubject, asRoot } = account();
    const write = new TransactWriteCommand({
      TransactItems: [{ Put: item('DOC#3') }, { Put: item('USER#3') }],
    });
    await expect(asSubject.table.send(write)).rejects.toThrow('not authorized');

    expect((await asRoot.table.get({ TableName, Key: key('DOC#3') })).Item).toBeUndefined();
  });

  test('gets 404 for a missing object only where it may list', async () => {
    const get = (Key: string) => account().asSubject.s3.getObject({ Bucket, Key });

    await expect(get('uploads/missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(get('public/missing')).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
