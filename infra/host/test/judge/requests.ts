import type { Created } from '../../judge/agreement.ts';

export interface Asked {
  readonly what: string;
  readonly operation: string;
  readonly input: object;
}

const TableName = 'documents';

type Attribute = { readonly S: string } | { readonly N: string };

const S = (text: string): Attribute => ({ S: text });
const N = (number: number): Attribute => ({ N: String(number) });
const key = (pk: string, sk = 'DOC') => ({ pk: S(pk), sk: S(sk) });
const absent = 'attribute_not_exists(pk)';
const ifAbsent = { ConditionExpression: absent };
const ifThere = { ConditionExpression: 'attribute_exists(pk)' };

const one = (what: string, operation: string, input: object): Asked => ({
  what,
  operation,
  input: { TableName, ...input },
});
const put = (what: string, Item: object, condition: object = {}) =>
  one(what, 'PutItem', { Item, ...condition });
const update = (what: string, Key: object, input: object) => one(what, 'UpdateItem', { Key, ...input });
const query = (what: string, input: object) => one(what, 'Query', input);
interface InTransaction {
  readonly Put?: object;
  readonly Delete?: object;
  readonly Update?: object;
}
const transact = (what: string, items: readonly InTransaction[], input: object = {}): Asked => ({
  what,
  operation: 'TransactWriteItems',
  input: {
    TransactItems: items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([action, given]) => [action, { TableName, ...given }])),
    ),
    ...input,
  },
});
const transactPut = (Item: object, condition: object = {}): InTransaction => ({
  Put: { Item, ...condition },
});
const transactDelete = (Key: object, condition: object = {}): InTransaction => ({
  Delete: { Key, ...condition },
});
const batch = (what: string, requests: readonly object[]): Asked => ({
  what,
  operation: 'BatchWriteItem',
  input: { RequestItems: { [TableName]: requests } },
});
const batchGet = (what: string, Keys: readonly object[]): Asked => ({
  what,
  operation: 'BatchGetItem',
  input: { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } },
});

const document = (id: string, revision: number, title = 'Rahmenvertrag') => ({
  ...key(`DOC#${id}`),
  list_pk: S('ORG#1'),
  list_sk: S(id),
  title: S(title),
  revision: N(revision),
  description: { NULL: true },
  policies: { L: [] },
  shared: { BOOL: true },
});
const ifRevision = (revision: number) => ({
  ConditionExpression: 'revision = :revision',
  ExpressionAttributeValues: { ':revision': N(revision) },
});
const returningOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
const tokenOf = (ClientRequestToken: string) => ({ ClientRequestToken });
const lane = key('WEBHOOK#1', 'LANE');
const schedules = {
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': S('WEBHOOK#1'), ':prefix': S('SCHEDULE#') },
  ConsistentRead: true,
};
const listOf = (organization: string) => ({
  IndexName: 'list',
  KeyConditionExpression: 'list_pk = :list',
  ExpressionAttributeValues: { ':list': S(organization) },
});
const all = (pk: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': S(pk) },
});
const counting = {
  UpdateExpression: 'SET expires_at_seconds = :end ADD requests :one, posts :zero',
  ExpressionAttributeValues: { ':one': N(1), ':zero': N(0), ':end': N(2e9) },
};
const ids = ['1', '2', '3', '4', '5'];

/** The table of the requests, with an index of whole items and one of keys. */
export const table = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'list_pk', AttributeType: 'S' },
    { AttributeName: 'list_sk', AttributeType: 'S' },
    { AttributeName: 'due_shard', AttributeType: 'S' },
    { AttributeName: 'due_at_ms', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'list',
      KeySchema: [
        { AttributeName: 'list_pk', KeyType: 'HASH' },
        { AttributeName: 'list_sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
    {
      IndexName: 'due',
      KeySchema: [
        { AttributeName: 'due_shard', KeyType: 'HASH' },
        { AttributeName: 'due_at_ms', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
} satisfies Created;

/** Requests with conditions, transactions and indexes, in order. Later requests depend on the items of earlier ones. */
export const requests: readonly Asked[] = [
  put('creates an item', document('1', 1), ifAbsent),
  put('refuses to create it again', document('1', 1), ifAbsent),
  put('replaces it', document('1', 2, 'Überarbeitet'), ifRevision(1)),
  put('refuses to replace another revision', document('1', 2), ifRevision(1)),
  put(
    'creates one in place of one that has expired',
    { ...key('UPLOAD#1', 'UPLOAD'), expires_at_seconds: N(2e9) },
    {
      ConditionExpression: `${absent} OR expires_at_seconds <= :now`,
      ExpressionAttributeValues: { ':now': N(1) },
    },
  ),
  one('reads an item', 'GetItem', { Key: key('DOC#1'), ConsistentRead: true }),
  one('reads none', 'GetItem', { Key: key('DOC#none'), ConsistentRead: true }),
  transact('creates several', [
    ...ids.slice(1).map((id) => transactPut(document(id, 1), ifAbsent)),
    transactPut({ ...lane, wakes: N(0), leased_until_ms: N(0) }),
  ]),
  transact('refuses all for one', [
    transactPut(document('6', 1), ifAbsent),
    transactPut(document('1', 9), ifRevision(8)),
    transactDelete(key('DOC#none'), ifThere),
  ]),
  transact('creates, replaces and removes', [
    transactPut(document('6', 1), ifAbsent),
    transactPut(document('1', 3), ifRevision(2)),
    transactDelete(key('DOC#5'), ifThere),
    transactDelete(key('DOC#none')),
  ]),
  transact('says what is stored where it refuses', [
    transactPut(document('1', 9), { ...ifAbsent, ...returningOld }),
    transactPut(document('8', 1), { ...ifThere, ...returningOld }),
  ]),
  put('says it for a single write, too', document('1', 9), { ...ifAbsent, ...returningOld }),
  transact('adds to no text', [
    transactPut(document('8', 1)),
    {
      Update: {
        Key: key('DOC#1'),
        UpdateExpression: 'ADD title :one',
        ExpressionAttributeValues: { ':one': N(1) },
      },
    },
  ]),
  transact('refuses nothing at all', []),
  transact('is cancelled with a token', [transactPut(document('8', 1), ifThere)], tokenOf('unused')),
  transact('can use the token of what was cancelled', [transactPut(document('8', 1))], tokenOf('unused')),
  transact('takes a token', [transactPut(document('7', 1), ifAbsent)], tokenOf('token')),
  transact('is done already, by its token', [transactPut(document('7', 1), ifAbsent)], {
    ClientRequestToken: 'token',
  }),
  transact('refuses the token of another', [transactPut(document('8', 1))], tokenOf('token')),
  transact('refuses one item twice', [transactPut(document('8', 1)), transactDelete(key('DOC#8'))]),
  batchGet('reads several', [key('DOC#1'), key('DOC#none'), key('DOC#6')]),
  batchGet('refuses to read one twice', [key('DOC#1'), key('DOC#1')]),
  batch('writes and removes several', [
    ...ids.map((id) => ({
      PutRequest: { Item: { ...key('WEBHOOK#1', `SCHEDULE#${id}`), event_id: S(id) } },
    })),
    { DeleteRequest: { Key: key('DOC#4') } },
  ]),
  batch(
    'refuses 26',
    Array.from({ length: 26 }, (_, id) => ({ DeleteRequest: { Key: key(`DOC#${id}`) } })),
  ),
  update('wakes a lane', lane, {
    UpdateExpression:
      'SET due_shard = :shard, due_at_ms = :due, called_at_ms = if_not_exists(called_at_ms, :now) ADD wakes :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':shard': S('7'), ':due': N(1e12), ':now': N(5), ':one': N(1) },
    ReturnValues: 'ALL_OLD',
  }),
  update('acquires it', lane, {
    UpdateExpression: 'SET lease_id = :id, leased_until_ms = :until, due_at_ms = :due REMOVE called_at_ms',
    ConditionExpression: 'attribute_exists(pk) AND (leased_until_ms <= :now OR lease_id = :id)',
    ExpressionAttributeValues: { ':id': S('a'), ':until': N(9), ':now': N(5), ':due': N(2e12) },
    ReturnValues: 'ALL_NEW',
  }),
  update('refuses it to another', lane, {
    UpdateExpression: 'SET lease_id = :id',
    ConditionExpression: 'attribute_exists(pk) AND (leased_until_ms <= :now OR lease_id = :id)',
    ExpressionAttributeValues: { ':id': S('b'), ':now': N(6) },
  }),
  update('claims deliveries', lane, {
    UpdateExpression: 'SET claims = :claims',
    ConditionExpression: 'lease_id = :id',
    ExpressionAttributeValues: { ':claims': { M: { evt_1: N(1), evt_2: N(2) } }, ':id': S('a') },
    ReturnValues: 'UPDATED_NEW',
  }),
  update('refuses what is not there', key('WEBHOOK#none', 'LANE'), {
    UpdateExpression: 'ADD wakes :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': N(1) },
  }),
  update('creates what it counts', key('RATE#1', 'RATE'), { ...counting, ReturnValues: 'ALL_NEW' }),
  update('counts on', key('RATE#1', 'RATE'), { ...counting, ReturnValues: 'UPDATED_NEW' }),
  query('reads what begins so', schedules),
  query('reads a page, newest first', { ...schedules, ScanIndexForward: false, Limit: 2 }),
  query('reads the page after it', {
    ...schedules,
    ExclusiveStartKey: key('WEBHOOK#1', 'SCHEDULE#4'),
    ScanIndexForward: false,
    Limit: 3,
  }),
  query('reads a list', {
    IndexName: 'list',
    KeyConditionExpression: '#list = :list AND #id BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#list': 'list_pk', '#id': 'list_sk' },
    ExpressionAttributeValues: { ':list': S('ORG#1'), ':from': S('1'), ':to': S('6') },
    Limit: 2,
  }),
  query('reads on in a list', {
    ...listOf('ORG#1'),
    ExclusiveStartKey: { ...key('DOC#2'), list_pk: S('ORG#1'), list_sk: S('2') },
  }),
  query('reads some attributes', { ...schedules, ProjectionExpression: 'sk, event_id' }),
  query('reads what a filter leaves', {
    ...all('WEBHOOK#1'),
    FilterExpression: 'event_id = :id',
    ExpressionAttributeValues: { ':pk': S('WEBHOOK#1'), ':id': S('2') },
  }),
  query('reads an empty list', listOf('ORG#none')),
  query('reads nothing, consistently', { ...all('none'), ConsistentRead: true }),
  query('reads what is due', {
    IndexName: 'due',
    KeyConditionExpression: 'due_shard = :shard AND due_at_ms <= :now',
    ExpressionAttributeValues: { ':shard': S('7'), ':now': N(3e12) },
    Limit: 25,
  }),
  query('counts', { ...all('WEBHOOK#1'), Select: 'COUNT' }),
  query('refuses to read an index consistently', { ...listOf('ORG#1'), ConsistentRead: true }),
  update('is not due any more', lane, {
    UpdateExpression: 'REMOVE lease_id, claims, due_shard, due_at_ms',
    ConditionExpression: 'lease_id = :id AND wakes = :wakes',
    ExpressionAttributeValues: { ':id': S('a'), ':wakes': N(1) },
    ReturnValues: 'ALL_NEW',
  }),
  put('is larger than any item may be', { ...key('DOC#large'), text: S('x'.repeat(400 * 1024)) }),
  put('has text of several bytes a character', { ...key('DOC#wide'), text: S('€'.repeat(1000)) }),
  put('has a time that ends in one zero, at the end of a kilobyte', {
    ...key('DOC#zeros'),
    at_ms: N(1795398374120),
    text: S('x'.repeat(992)),
  }),
  one('reads text of several bytes a character', 'GetItem', { Key: key('DOC#wide'), ConsistentRead: true }),
  ...ids.map((id) =>
    put(`is part ${id} of more than a page`, { ...key('LARGE', id), text: S('x'.repeat(300_000)) }),
  ),
  query('ends a page at 1 MB', { ...all('LARGE'), ConsistentRead: true }),
  one('scans more than a page', 'Scan', { ConsistentRead: true }),
  query('refuses to compare a key with no text', {
    IndexName: 'list',
    KeyConditionExpression: 'list_pk = :list AND list_sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':list': S('ORG#1'), ':from': S(''), ':to': S('6') },
  }),
  put('refuses a key without text', { ...key(''), title: S('x') }),
  put('refuses an index key without text', { ...document('9', 1), list_sk: S('') }),
  put('refuses an index key that is a number', { ...document('9', 1), list_sk: N(1) }),
  update('refuses to change a key', key('DOC#1'), {
    UpdateExpression: 'SET sk = :sk',
    ExpressionAttributeValues: { ':sk': S('x') },
  }),
  update('refuses a value that is not used', key('DOC#1'), {
    UpdateExpression: 'SET title = :title',
    ExpressionAttributeValues: { ':title': S('x'), ':other': S('x') },
  }),
  one('knows no other table', 'GetItem', { TableName: 'another', Key: key('DOC#1') }),
];
