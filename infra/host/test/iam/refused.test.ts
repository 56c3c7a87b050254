import { describe, expect, test } from 'vitest';
import { Bucket, type Call, encrypt, hostAccount, item, key, query, TableName } from './fixture.ts';

const account = hostAccount();

type Row = readonly [what: string, call: Call, action: string, resource: string, why?: string];

const table = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`;
type RowOfTable = readonly [what: string, call: Call, action: string, index?: string];
const ofTable: readonly RowOfTable[] = [
  ['another partition', ({ table }) => table.get({ TableName, Key: key('USER#1') }), 'GetItem'],
  ['more than one character', ({ table }) => table.get({ TableName, Key: key('ORG#12') }), 'GetItem'],
  ['a scan, which has no partition', ({ table }) => table.scan({ TableName }), 'Scan'],
  [
    'one of a batch',
    ({ table }) => table.batchGet({ RequestItems: { [TableName]: { Keys: [key('DOC#1'), key('USER#1')] } } }),
    'BatchGetItem',
  ],
  [
    'a partition of the table in an index',
    ({ table }) => table.send(query({ ':pk': 'DOC#1' }, 'list_pk = :pk', 'list')),
    'Query',
    '/index/list',
  ],
  [
    'another index',
    ({ table }) => table.send(query({ ':pk': 'ORG#1' }, 'list_pk = :pk', 'other')),
    'Query',
    '/index/other',
  ],
];

const inTransactions = Object.entries({
  UpdateItem: { Update: { TableName, Key: key('DOC#1'), UpdateExpression: 'REMOVE a' } },
  DeleteItem: { Delete: { TableName, Key: key('DOC#1') } },
  ConditionCheckItem: {
    ConditionCheck: { TableName, Key: key('DOC#1'), ConditionExpression: 'attribute_exists(pk)' },
  },
  PutItem: { Put: item('USER#1') },
}).map(
  ([action, member]): RowOfTable => [
    `${action} in a transaction`,
    ({ table }) => table.transactWrite({ TransactItems: [{ Put: item('DOC#2') }, member] }),
    action,
  ],
);

const ofBucket: readonly (readonly [what: string, call: Call, action: string, path?: string])[] = [
  [
    'an object elsewhere',
    ({ s3 }) => s3.putObject({ Bucket, Key: 'payloads/a', Body: 'a' }),
    'PutObject',
    '/payloads/a',
  ],
  [
    'the source of a copy',
    ({ s3 }) => s3.copyObject({ Bucket, Key: 'uploads/b', CopySource: `${Bucket}/payloads/a` }),
    'GetObject',
    '/payloads/a',
  ],
  ['a list of everything', ({ s3 }) => s3.listObjectsV2({ Bucket }), 'ListBucket'],
];

const others: readonly Row[] = [
  [
    'what the policy of a bucket denies',
    ({ s3 }) => s3.getObject({ Bucket, Key: 'uploads/closed/a' }),
    's3:GetObject',
    `arn:aws:s3:::${Bucket}/uploads/closed/a`,
    'with an explicit deny in a resource-based policy',
  ],
  [
    'another action on a queue',
    ({ sqs, queueUrl }) => sqs.receiveMessage({ QueueUrl: queueUrl }),
    'sqs:receivemessage',
    'arn:aws:sqs:us-east-1:000000000000:open',
  ],
  [
    'a key with more of a context',
    (asked) => encrypt(asked, { owner: 'org_1', more: 'a' }),
    'kms:Encrypt',
    'KEY',
  ],
  ['a key with another context', (asked) => encrypt(asked, { owner: 'user_1' }), 'kms:Encrypt', 'KEY'],
];

describe('a role', () => {
  const user = 'User: arn:aws:sts::000000000000:assumed-role/Fixture-Role/Fixture-Subject';

  // Threat: An attacker controls a function
  test.for<Row>([
    ...[...ofTable, ...inTransactions].map(
      ([what, call, action, index = '']): Row => [what, call, `dynamodb:${action}`, table + index],
    ),
    ...ofBucket.map(
      ([what, call, action, path = '']): Row => [what, call, `s3:${action}`, `arn:aws:s3:::${Bucket}${path}`],
    ),
    ...others,
  ])('does not allow %s', async ([, call, action, resource, why]) => {
    const because = why ?? `because no identity-based policy allows the ${action} action`;

    await expect(call({ ...account(), ...account().asSubject })).rejects.toThrow(
      `${user} is not authorized to perform: ${action} on resource: ${resource.replace('KEY', account().keyArn)} ${because}`,
    );
  });
});
