import { describe, expect, test } from 'vitest';
import { type Account, Bucket, encrypt, hostAccount, item, key, query, TableName } from './fixture.ts';

const account = hostAccount();

describe('a role', () => {
  const table = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`;
  const user = 'User: arn:aws:sts::000000000000:assumed-role/Fixture-Role/Fixture-Subject';
  test.for<[string, (account: Account) => Promise<unknown>, string, string, string?]>([
    [
      'another partition',
      ({ asSubject }) => asSubject.table.get({ TableName, Key: key('USER#1') }),
      'dynamodb:GetItem',
      table,
    ],
    [
      'more than one character',
      ({ asSubject }) => asSubject.table.get({ TableName, Key: key('ORG#12') }),
      'dynamodb:GetItem',
      table,
    ],
    [
      'another action',
      ({ asSubject }) => asSubject.table.delete({ TableName, Key: key('DOC#1') }),
      'dynamodb:DeleteItem',
      table,
    ],
    [
      'a scan, which has no partition',
      ({ asSubject }) => asSubject.table.scan({ TableName }),
      'dynamodb:Scan',
      table,
    ],
    [
      'one of a batch',
      ({ asSubject }) =>
        asSubject.table.batchGet({ RequestItems: { [TableName]: { Keys: [key('DOC#1'), key('USER#1')] } } }),
      'dynamodb:BatchGetItem',
      table,
    ],
    [
      'one deletion of a batch',
      ({ asSubject }) =>
        asSubject.table.batchWrite({
          RequestItems: {
            [TableName]: [{ PutRequest: { Item: key('DOC#1') } }, { DeleteRequest: { Key: key('USER#1') } }],
          },
        }),
      'dynamodb:BatchWriteItem',
      table,
    ],
    [
      'a query elsewhere',
      ({ asSubject }) => asSubject.table.send(query({ ':pk': 'USER#1' }, 'pk = :pk')),
      'dynamodb:Query',
      table,
    ],
    [
      'a partition of the table in an index',
      ({ asSubject }) => asSubject.table.send(query({ ':pk': 'DOC#1' }, 'list_pk = :pk', 'list')),
      'dynamodb:Query',
      `${table}/index/list`,
    ],
    [
      'another index',
      ({ asSubject }) => asSubject.table.send(query({ ':pk': 'ORG#1' }, 'list_pk = :pk', 'other')),
      'dynamodb:Query',
      `${table}/index/other`,
    ],
    ...(
      [
        ['UpdateItem', { Update: { TableName, Key: key('DOC#1'), UpdateExpression: 'REMOVE a' } }],
        ['DeleteItem', { Delete: { TableName, Key: key('DOC#1') } }],
        [
          'ConditionCheckItem',
          { ConditionCheck: { TableName, Key: key('DOC#1'), ConditionExpression: 'attribute_exists(pk)' } },
        ],
        ['PutItem', { Put: item('USER#1') }],
      ] as const
    ).map(([action, member]): [string, (account: Account) => Promise<unknown>, string, string] => [
      `${action} in a transaction`,
      ({ asSubject }) => asSubject.table.transactWrite({ TransactItems: [{ Put: item('DOC#2') }, member] }),
      `dynamodb:${action}`,
      table,
    ]),
    [
      'an update',
      ({ asSubject }) => asSubject.table.update({ TableName, Key: key('DOC#1') }),
      'dynamodb:UpdateItem',
      table,
    ],
    [
      'an object elsewhere',
      ({ asSubject }) => asSubject.s3.putObject({ Bucket, Key: 'payloads/a', Body: 'a' }),
      's3:PutObject',
      `arn:aws:s3:::${Bucket}/payloads/a`,
    ],
    [
      'to delete an object',
      ({ asSubject }) => asSubject.s3.deleteObject({ Bucket, Key: 'uploads/a' }),
      's3:DeleteObject',
      `arn:aws:s3:::${Bucket}/uploads/a`,
    ],
    [
      'the source of a copy',
      ({ asSubject }) =>
        asSubject.s3.copyObject({ Bucket, Key: 'uploads/b', CopySource: `${Bucket}/payloads/a` }),
      's3:GetObject',
      `arn:aws:s3:::${Bucket}/payloads/a`,
    ],
    [
      'a list of everything',
      ({ asSubject }) => asSubject.s3.listObjectsV2({ Bucket }),
      's3:ListBucket',
      `arn:aws:s3:::${Bucket}`,
    ],
    [
      'what the policy of a bucket denies',
      ({ asSubject }) => asSubject.s3.getObject({ Bucket, Key: 'uploads/closed/a' }),
      's3:GetObject',
      `arn:aws:s3:::${Bucket}/uploads/closed/a`,
      'with an explicit deny in a resource-based policy',
    ],
    [
      'another action on a queue',
      ({ asSubject, queueUrl }) => asSubject.sqs.receiveMessage({ QueueUrl: queueUrl }),
      'sqs:receivemessage',
      'arn:aws:sqs:us-east-1:000000000000:open',
    ],
    ['a key without a context', (account) => encrypt(account), 'kms:Encrypt', 'KEY'],
    [
      'a key with more of a context',
      (account) => encrypt(account, { owner: 'org_1', more: 'a' }),
      'kms:Encrypt',
      'KEY',
    ],
    ['a key with another context', (account) => encrypt(account, { owner: 'user_1' }), 'kms:Encrypt', 'KEY'],
    [
      'to decrypt with another context',
      async ({ asRoot, asSubject, keyArn }) => {
        const EncryptionContext = { owner: 'user_1' };
        const { CiphertextBlob } = await asRoot.kms.encrypt({
          KeyId: keyArn,
          Plaintext: Buffer.from('a'),
          EncryptionContext,
        });
        await asSubject.kms.decrypt({ CiphertextBlob, EncryptionContext });
      },
      'kms:Decrypt',
      'KEY',
    ],
  ])('does not allow %s', async ([, call, action, resource, why]) => {
    const because = why ?? `because no identity-based policy allows the ${action} action`;

    await expect(call(account())).rejects.toThrow(
      `${user} is not authorized to perform: ${action} on resource: ${resource.replace('KEY', account().keyArn)} ${because}`,
    );
  });
});
