import { describe, test } from 'vitest';
import { type Account, Bucket, encrypt, hostAccount, item, key, query, TableName } from './fixture.ts';

const account = hostAccount();

describe('a role', () => {
  test.for<[string, (account: Account) => Promise<unknown>]>([
    ['an item of a partition', ({ asSubject }) => asSubject.table.get({ TableName, Key: key('DOC#1') })],
    ['one character', ({ asSubject }) => asSubject.table.get({ TableName, Key: key('ORG#1') })],
    ['a write', ({ asSubject }) => asSubject.table.put(item('DOC#1'))],
    [
      'a batch of partitions',
      ({ asSubject }) =>
        asSubject.table.batchGet({ RequestItems: { [TableName]: { Keys: [key('DOC#1'), key('ORG#1')] } } }),
    ],
    [
      'a batch of writes',
      ({ asSubject }) =>
        asSubject.table.batchWrite({
          RequestItems: { [TableName]: [{ PutRequest: { Item: key('DOC#1') } }] },
        }),
    ],
    [
      'a query',
      ({ asSubject }) =>
        asSubject.table.send(query({ ':pk': 'DOC#1', ':sk': 'A' }, 'pk = :pk AND begins_with(sk, :sk)')),
    ],
    [
      'a query by a name of its own',
      ({ asSubject }) =>
        asSubject.table.query({
          TableName,
          KeyConditionExpression: '#key = :key',
          ExpressionAttributeNames: { '#key': 'pk' },
          ExpressionAttributeValues: { ':key': 'DOC#1' },
        }),
    ],
    [
      'a query of an index',
      ({ asSubject }) => asSubject.table.send(query({ ':pk': 'ORG#12' }, 'list_pk = :pk', 'list')),
    ],
    [
      'a transaction by the actions of its items',
      ({ asSubject }) => asSubject.table.transactWrite({ TransactItems: [{ Put: item('DOC#1') }] }),
    ],
    [
      'a transaction that reads',
      ({ asSubject }) =>
        asSubject.table.transactGet({ TransactItems: [{ Get: { TableName, Key: key('DOC#1') } }] }),
    ],
    ['an object', ({ asSubject }) => asSubject.s3.putObject({ Bucket, Key: 'uploads/a', Body: 'a' })],
    ['a list', ({ asSubject }) => asSubject.s3.listObjectsV2({ Bucket, Prefix: 'uploads/' })],
    [
      'an action by its beginning',
      ({ asSubject, queueUrl }) => asSubject.sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a' }),
    ],
    [
      'a batch by its single action',
      ({ asSubject, queueUrl }) =>
        asSubject.sqs.sendMessageBatch({ QueueUrl: queueUrl, Entries: [{ Id: 'a', MessageBody: 'a' }] }),
    ],
    [
      'what the policy of a queue allows',
      ({ asSubject, otherQueueUrl }) => asSubject.sqs.receiveMessage({ QueueUrl: otherQueueUrl }),
    ],
    ['a key with its context', (account) => encrypt(account, { owner: 'org_1' })],
  ])('allows %s', async ([, call]) => {
    await call(account());
  });
});
