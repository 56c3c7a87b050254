import { describe, test } from 'vitest';
import { Bucket, type Call, encrypt, hostAccount, item, key, query, TableName } from './fixture.ts';

const account = hostAccount();

describe('a role', () => {
  test.for<[string, Call]>([
    ['an item of a partition', ({ table }) => table.get({ TableName, Key: key('DOC#1') })],
    ['one character', ({ table }) => table.get({ TableName, Key: key('ORG#1') })],
    ['a write', ({ table }) => table.put(item('DOC#1'))],
    [
      'a batch of partitions',
      ({ table }) =>
        table.batchGet({ RequestItems: { [TableName]: { Keys: [key('DOC#1'), key('ORG#1')] } } }),
    ],
    [
      'a batch of writes',
      ({ table }) =>
        table.batchWrite({ RequestItems: { [TableName]: [{ PutRequest: { Item: key('DOC#1') } }] } }),
    ],
    [
      'a query',
      ({ table }) => table.send(query({ ':pk': 'DOC#1', ':sk': 'A' }, 'pk = :pk AND begins_with(sk, :sk)')),
    ],
    [
      'a query by a name of its own',
      ({ table }) =>
        table.query({
          TableName,
          KeyConditionExpression: '#key = :key',
          ExpressionAttributeNames: { '#key': 'pk' },
          ExpressionAttributeValues: { ':key': 'DOC#1' },
        }),
    ],
    ['a query of an index', ({ table }) => table.send(query({ ':pk': 'ORG#12' }, 'list_pk = :pk', 'list'))],
    [
      'a transaction by the actions of its items',
      ({ table }) => table.transactWrite({ TransactItems: [{ Put: item('DOC#1') }] }),
    ],
    [
      'a transaction that reads',
      ({ table }) => table.transactGet({ TransactItems: [{ Get: { TableName, Key: key('DOC#1') } }] }),
    ],
    ['an object', ({ s3 }) => s3.putObject({ Bucket, Key: 'uploads/a', Body: 'a' })],
    ['a list', ({ s3 }) => s3.listObjectsV2({ Bucket, Prefix: 'uploads/' })],
    [
      'an action by its beginning',
      ({ sqs, queueUrl }) => sqs.sendMessage({ QueueUrl: queueUrl, MessageBody: 'a' }),
    ],
    [
      'a batch by its single action',
      ({ sqs, queueUrl }) =>
        sqs.sendMessageBatch({ QueueUrl: queueUrl, Entries: [{ Id: 'a', MessageBody: 'a' }] }),
    ],
    [
      'what the policy of a queue allows',
      ({ sqs, otherQueueUrl }) => sqs.receiveMessage({ QueueUrl: otherQueueUrl }),
    ],
    ['a key with its context', (asked) => encrypt(asked, { owner: 'org_1' })],
  ])('allows %s', async ([, call]) => {
    await call({ ...account(), ...account().asSubject });
  });
});
