import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, test } from 'vitest';
import { type Account, Bucket, encrypt, hostAccount, item, key, query, TableName } from './fixture.ts';

const account = hostAccount();

describe('a role', () => {
  test.for<[string, (account: Account) => Promise<unknown>]>([
    [
      'an item of a partition',
      ({ asSubject }) => asSubject.table.send(new GetCommand({ TableName, Key: key('DOC#1') })),
    ],
    [
      'one character',
      ({ asSubject }) => asSubject.table.send(new GetCommand({ TableName, Key: key('ORG#1') })),
    ],
    ['a write', ({ asSubject }) => asSubject.table.send(new PutCommand(item('DOC#1')))],
    [
      'a batch of partitions',
      ({ asSubject }) =>
        asSubject.table.send(
          new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key('DOC#1'), key('ORG#1')] } } }),
        ),
    ],
    [
      'a batch of writes',
      ({ asSubject }) =>
        asSubject.table.send(
          new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: key('DOC#1') } }] } }),
        ),
    ],
    [
      'a query',
      ({ asSubject }) =>
        asSubject.table.send(query({ ':pk': 'DOC#1', ':sk': 'A' }, 'pk = :pk AND begins_with(sk, :sk)')),
    ],
    [
      'a query by a name of its own',
      ({ asSubject }) =>
        asSubject.table.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: '#key = :key',
            ExpressionAttributeNames: { '#key': 'pk' },
            ExpressionAttributeValues: { ':key': 'DOC#1' },
          }),
        ),
    ],
    [
      'a query of an index',
      ({ asSubject }) => asSubject.table.send(query({ ':pk': 'ORG#12' }, 'list_pk = :pk', 'list')),
    ],
    [
      'a transaction by the actions of its items',
      ({ asSubject }) =>
        asSubject.table.send(new TransactWriteCommand({ TransactItems: [{ Put: item('DOC#1') }] })),
    ],
    [
      'a transaction that reads',
      ({ asSubject }) =>
        asSubject.table.send(
          new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key: key('DOC#1') } }] }),
        ),
    ],
    [
      'an object',
      ({ asSubject }) => asSubject.s3.send(new PutObjectCommand({ Bucket, Key: 'uploads/a', Body: 'a' })),
    ],
    [
      'a list',
      ({ asSubject }) => asSubject.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'uploads/' })),
    ],
    [
      'an action by its beginning',
      ({ asSubject, queueUrl }) =>
        asSubject.sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'a' })),
    ],
    [
      'a batch by its single action',
      ({ asSubject, queueUrl }) =>
        asSubject.sqs.send(
          new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: [{ Id: 'a', MessageBody: 'a' }] }),
        ),
    ],
    [
      'what the policy of a queue allows',
      ({ asSubject, otherQueueUrl }) =>
        asSubject.sqs.send(new ReceiveMessageCommand({ QueueUrl: otherQueueUrl })),
    ],
    ['a key with its context', (account) => encrypt(account, { owner: 'org_1' })],
  ])('allows %s', async ([, call]) => {
    await call(account());
  });
});
