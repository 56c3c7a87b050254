import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DecryptCommand,
  EncryptCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
} from '@aws-sdk/client-kms';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dynamo } from '../../../shared/aws/dynamo.ts';
import { kms } from '../../../shared/aws/kms.ts';
import { presignedUrl } from '../../../shared/aws/presign.ts';
import { copyObject, deleteObject, getObject, type objects, putObject } from '../../../shared/aws/s3.ts';
import { ServiceException } from '../../../shared/aws/sdk.ts';
import { sqs } from '../../../shared/aws/sqs.ts';
import { type Answer, failing, failingS3, storeOfFile } from './answering.ts';
import { type Call, expectLikeSdk } from './likeSdk.ts';

const region = 'us-east-1';
const copied = '<CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>';

/** The clients of the SDK, unchanged. */
function sdkClients() {
  const marshallOptions = { removeUndefinedValues: true };
  return {
    table: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3 }), { marshallOptions }),
    files: new S3Client(),
    queues: new SQSClient({ maxAttempts: 2 }),
    keys: new KMSClient(),
  };
}

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret+/=' };
const store = await storeOfFile(copied, { region, credentials });
const sdk = sdkClients();
afterEach(() => vi.unstubAllEnvs());

type Item = Record<string, unknown>;
interface Case extends Call {
  readonly service: 'dynamodb' | 's3' | 'sqs' | 'kms';
  /** The answer of the store. */
  readonly answer?: Answer;
}

const TableName = 'table';
const condition = (given: Item) => ({
  ConditionExpression: 'revision = :revision',
  ExpressionAttributeValues: given,
});

/** Every DynamoDB command of the service, with an item at each place that can have an item. */
const commands = {
  GetItem: (Key: Item) => new GetCommand({ TableName, Key, ConsistentRead: true }),
  BatchGetItem: (given: Item) =>
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [given, given], ConsistentRead: true } } }),
  Query: (given: Item) =>
    new QueryCommand({
      TableName,
      KeyConditionExpression: '#partition = :pk',
      ExpressionAttributeNames: { '#partition': 'pk' },
      ExpressionAttributeValues: given,
      ExclusiveStartKey: given,
      ScanIndexForward: false,
      Limit: 20,
    }),
  Scan: (given: Item) =>
    new ScanCommand({ TableName, ExpressionAttributeValues: given, ExclusiveStartKey: undefined }),
  PutItem: (Item: Item) => new PutCommand({ TableName, Item, ExpressionAttributeValues: { ':value': Item } }),
  UpdateItem: (given: Item) =>
    new UpdateCommand({
      TableName,
      Key: given,
      UpdateExpression: 'SET a = :a',
      ExpressionAttributeValues: given,
      ReturnValues: 'ALL_NEW',
    }),
  DeleteItem: (given: Item) => new DeleteCommand({ TableName, Key: given, ...condition(given) }),
  BatchWriteItem: (given: Item) =>
    new BatchWriteCommand({
      RequestItems: { [TableName]: [{ PutRequest: { Item: given } }, { DeleteRequest: { Key: given } }] },
    }),
  TransactWriteItems: (given: Item) =>
    new TransactWriteCommand({
      ClientRequestToken: 'token',
      TransactItems: [
        { Put: { TableName, Item: given, ...condition(given) } },
        { Delete: { TableName, Key: given, ...condition(given) } },
        { Update: { TableName, Key: given, UpdateExpression: 'SET a = :a', ...condition(given) } },
        { ConditionCheck: { TableName, Key: given, ...condition(given) } },
      ],
    }),
};
type Command = keyof typeof commands;

const ofDynamo = (name: Command, given: Item): Case => {
  const command = () => commands[name](given) as GetCommand;
  return {
    service: 'dynamodb',
    ours: () => dynamo.send(name, command().input),
    sdks: () => sdk.table.send(command()),
    answer: { body: {} },
  };
};

/** Returns an S3 key as the SDK encodes it in the path of a URL. */
const sdkEncoded = (key: string): string =>
  key
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`))
    .join('/')
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
const inBucket = (key: string) => ({ Bucket: 'files', Key: key });
const place = (key: string) => ({ bucket: 'files', key });

/** Every S3 operation of the functions. */
const ofS3 = {
  PutObject: (key: string, content: Uint8Array): Case => ({
    service: 's3',
    ours: () => putObject(place(key), content, 'application/pdf'),
    sdks: () =>
      sdk.files.send(
        new PutObjectCommand({
          ...inBucket(key),
          Body: content,
          ContentType: 'application/pdf',
          ChecksumSHA256: hash('sha256', content, 'base64'),
        }),
      ),
  }),
  GetObject: (key: string, ifMatch?: string): Case => ({
    service: 's3',
    ours: () => getObject(place(key), { ifMatch }),
    sdks: () => sdk.files.send(new GetObjectCommand({ ...inBucket(key), IfMatch: ifMatch })),
  }),
  CopyObject: (from: string, key: string, ifMatch?: string): Case => ({
    service: 's3',
    ours: () => copyObject(place(from), place(key), { ifMatch, requestTimeout: 5000 }),
    sdks: () =>
      sdk.files.send(
        new CopyObjectCommand({
          ...inBucket(key),
          CopySource: `files/${sdkEncoded(from)}`,
          CopySourceIfMatch: ifMatch,
          ChecksumAlgorithm: 'SHA256',
        }),
      ),
  }),
  DeleteObject: (key: string): Case => ({
    service: 's3',
    ours: () => deleteObject(place(key)),
    sdks: () => sdk.files.send(new DeleteObjectCommand(inBucket(key))),
    answer: { status: 204 },
  }),
};
const aPart: Case = {
  service: 's3',
  ours: () => getObject(place('A'), { range: 'bytes=0-99' }),
  sdks: () => sdk.files.send(new GetObjectCommand({ ...inBucket('A'), Range: 'bytes=0-99' })),
};

const ofSqs = {
  SendMessage: (MessageBody: string, DelaySeconds?: number): Case => {
    const input = {
      QueueUrl: `${store.endpoint}/123/queue`,
      MessageBody,
      MessageGroupId: 'org_1',
      ...(DelaySeconds !== undefined && { DelaySeconds }),
    };
    return {
      service: 'sqs',
      ours: () => sqs.send('SendMessage', input),
      sdks: () => sdk.queues.send(new SendMessageCommand(input)),
      answer: { body: { MD5OfMessageBody: hash('md5', MessageBody) } },
    };
  },
};

const inBase64 = (text: string) => Buffer.from(text).toString('base64');
const inContext = { KeyId: 'key', EncryptionContext: { webhook_id: 'hook "1" ü', organization_id: 'org_1' } };
const toSign = { KeyId: 'key', MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' } as const;
const withKms = (operation: string, input: object, sdks: () => Promise<unknown>): Case => ({
  service: 'kms',
  ours: () => kms.send(operation, input),
  sdks,
  answer: { body: {} },
});
const ofKms = {
  Encrypt: (text: string) =>
    withKms('Encrypt', { Plaintext: inBase64(text), ...inContext }, () =>
      sdk.keys.send(new EncryptCommand({ Plaintext: Buffer.from(text), ...inContext })),
    ),
  Decrypt: (text: string) =>
    withKms('Decrypt', { CiphertextBlob: inBase64(text), ...inContext }, () =>
      sdk.keys.send(new DecryptCommand({ CiphertextBlob: Buffer.from(text), ...inContext })),
    ),
  Sign: (text: string) =>
    withKms('Sign', { Message: inBase64(text), ...toSign }, () =>
      sdk.keys.send(new SignCommand({ Message: Buffer.from(text), ...toSign })),
    ),
  GetPublicKey: () =>
    withKms('GetPublicKey', { KeyId: 'key' }, () => sdk.keys.send(new GetPublicKeyCommand({ KeyId: 'key' }))),
};

const key = { pk: 'DOC#1', sk: 'DOC' };
const dynamoNames = Object.keys(commands) as Command[];
const operations: Readonly<Record<string, () => Case>> = {
  ...Object.fromEntries(dynamoNames.map((name) => [name, () => ofDynamo(name, key)])),
  PutObject: () => ofS3.PutObject('uploads/A', Buffer.from('%PDF-1.7')),
  GetObject: () => ofS3.GetObject('uploads/A', '"etag"'),
  CopyObject: () => ofS3.CopyObject('uploads/A', 'payloads/A', '"etag"'),
  DeleteObject: () => ofS3.DeleteObject('uploads/A'),
  SendMessage: () => ofSqs.SendMessage('{"document_id":"doc_1"}', 900),
  Encrypt: () => ofKms.Encrypt('secret'),
  Decrypt: () => ofKms.Decrypt('secret'),
  Sign: () => ofKms.Sign('head'),
  GetPublicKey: ofKms.GetPublicKey,
};
const each = test.for(Object.entries(operations));

async function compare(
  { service, answer = {}, ...call }: Case,
  sessionToken: string | undefined = undefined,
): Promise<void> {
  store.answers = [answer, answer];
  const identity = { ...credentials, ...(sessionToken !== undefined && { sessionToken }) };
  await expectLikeSdk(store, call, { service, region, credentials: identity });
}

test('every operation that the service sends is compared here', () => {
  const source = globSync('shared/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = new Set(
    [...source.matchAll(/\b(?:dynamo|objects|sqs|kms)\.send\('(\w+)'/g)].map(([, name]) => name),
  );

  expect([...used].sort()).toEqual(Object.keys(operations).sort());
});

describe('a request is the same as that of the SDK, including the signature', () => {
  each('%s, also with the token of a session, in a trace', async ([, of]) => {
    await compare(of());
    const token = 'IQoJb3JpZ2luX2VjE+/=='.repeat(30);
    vi.stubEnv('AWS_SESSION_TOKEN', token);
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'function');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1');
    await compare(of(), token);
  });

  test('for a part of an object', () => compare(aPart));
});

describe('a presigned URL is the same as that of the SDK', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }));
  afterEach(() => void vi.useRealTimers());
  const expiresIn = 300;
  const checksum = 'x-amz-checksum-sha256';

  test.for([undefined, 'token+/='])('of a download, with the session token %j', async (token) => {
    vi.stubEnv('AWS_SESSION_TOKEN', token);
    const answer = {
      type: 'application/pdf',
      disposition: `attachment; filename="a b.pdf"; filename*=UTF-8''ä`,
    };
    const query = {
      'response-content-type': answer.type,
      'response-content-disposition': answer.disposition,
    };

    const url = await presignedUrl({
      operation: 'GetObject',
      place: place('a b/ä(1).pdf'),
      query,
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
      expiresIn,
    });

    const command = new GetObjectCommand({
      ...inBucket('a b/ä(1).pdf'),
      ResponseContentType: answer.type,
      ResponseContentDisposition: answer.disposition,
    });
    expect(url).toBe(await getSignedUrl(sdk.files, command, { expiresIn }));
  });

  test.for([undefined, 'c2hhMjU2'])('of an upload, with the checksum %j', async (sha256) => {
    const url = await presignedUrl({
      operation: 'PutObject',
      place: place('direct/A'),
      headers: { 'content-length': '50', 'if-none-match': '*', ...(sha256 && { [checksum]: sha256 }) },
      kept: [checksum],
      expiresIn,
    });

    const signer = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const command = new PutObjectCommand({
      ...inBucket('direct/A'),
      ContentLength: 50,
      IfNoneMatch: '*',
      ...(sha256 && { ChecksumSHA256: sha256 }),
    });
    const unhoistableHeaders = new Set([checksum]);
    expect(url).toBe(await getSignedUrl(signer, command, { expiresIn, unhoistableHeaders }));
  });
});

describe('requests are the same for unusual bodies', () => {
  test.for([
    ['empty', Buffer.alloc(0)],
    ['binary', Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))],
    ['large', Buffer.alloc(6_000_000, '%PDF')],
    ['no Buffer', new Uint8Array([1, 2, 3])],
  ] as const)('object: %s', ([, content]) => compare(ofS3.PutObject('A', content)));

  /**
   * Any name, except names that have a meaning in JavaScript or the SDK. The service has no such names, because its own code chooses the
   * names of attributes.
   */
  const name = fc.string({ minLength: 1 }).filter((text) => !['__proto__', 'constructor'].includes(text));
  const limits = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, -0, 0.1 + 0.2, 1e-130];
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.maxSafeInteger(),
      fc.constantFrom(...limits),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  const item = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });

  test('any item', () =>
    fc.assert(
      fc.asyncProperty(item, async (given) => {
        for (const name of dynamoNames) await compare(ofDynamo(name, given));
      }),
      { numRuns: 15 },
    ));

  test('an answer has the same items as in the SDK', () =>
    fc.assert(
      fc.asyncProperty(item, async (given) => {
        store.answers = [{ body: {} }];
        store.take();
        await sdk.table.send(new PutCommand({ TableName, Item: given }));
        const stored = JSON.parse(store.take()[0]?.body ?? '').Item;
        const remove = { DeleteRequest: { Key: stored } };
        const answers: readonly [Command, object][] = [
          ['GetItem', { Item: stored, ConsumedCapacity: { TableName, CapacityUnits: 1.5 } }],
          [
            'BatchGetItem',
            { Responses: { table: [stored] }, UnprocessedKeys: { table: { Keys: [stored] } } },
          ],
          ['UpdateItem', { Attributes: stored }],
          ['Query', { Items: [stored, stored], Count: 2, ScannedCount: 2, LastEvaluatedKey: stored }],
          ['Scan', { Items: [stored], Count: 1, ScannedCount: 9, LastEvaluatedKey: stored }],
          ['BatchWriteItem', { UnprocessedItems: { table: [{ PutRequest: { Item: stored } }, remove] } }],
          ['PutItem', {}],
        ];
        for (const [operation, body] of answers) {
          const { ours, sdks } = ofDynamo(operation, key);
          store.answers = [{ body }, { body }];
          const { $metadata: _our, ...read } = Object(await ours());
          const { $metadata: _sdk, ...expected } = Object(await sdks());
          expect(read).toEqual(expected);
        }
      }),
      { numRuns: 15 },
    ));

  // The SDK would write some of these values. But no part of the service could read them, so the service's client refuses to write them.
  test.for([
    ['a date', new Date()],
    ['a set', new Set(['a'])],
    ['bytes', new Uint8Array(1)],
    ['no number', Number.NaN],
    ['too large a number', 2 ** 60],
    ['a function', () => 1],
  ] as const)('refuses to write %s', async ([, wrong]) => {
    store.take();

    await expect(dynamo.send('PutItem', { TableName, Item: { pk: 'a', wrong } })).rejects.toThrow(TypeError);

    expect(store.take()).toEqual([]);
  });
});

describe('the AWS endpoint of a request is the same as that of the SDK', () => {
  const accounts = ['', '123456789012'];
  const places = ['eu-west-1', 'cn-north-1', 'us-gov-west-1'].flatMap((where) =>
    accounts.map((account) => [where, account] as const),
  );

  test.for(places)('in %s, by account %j', async ([where, account]) => {
    for (const service of ['DYNAMODB', 'S3', 'SQS', 'KMS'])
      vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, undefined);
    vi.stubEnv('AWS_REGION', where);
    if (account !== '') vi.stubEnv('AWS_ACCOUNT_ID', account);
    vi.resetModules();
    const rooms = await Promise.all([
      import('../../../shared/aws/dynamo.ts').then((room) => room.dynamo),
      import('../../../shared/aws/kms.ts').then((room) => room.kms),
      import('../../../shared/aws/sqs.ts').then((room) => room.sqs),
      import('../../../shared/aws/s3.ts').then((room) => room.objects),
    ]);
    const asked: object[] = [];
    const middleware = (_next: unknown) => async (args: { readonly request?: unknown }) => {
      const { protocol, hostname, port, path, headers } = Object(args.request);
      asked.push({ protocol, hostname, port, path, host: headers.host });
      throw new Error('not sent');
    };
    const last = { step: 'deserialize', priority: 'low' } as const;
    const { table, files, queues, keys } = sdkClients();
    for (const { middlewareStack } of [...rooms, table, files, queues, keys])
      (middlewareStack as typeof objects.middlewareStack).add(middleware, last);
    const [ownTable, ownKeys, ownQueues, ownFiles] = rooms;
    const message = { QueueUrl: `https://sqs.${where}.amazonaws.com/123/queue`, MessageBody: 'a' };
    const deletions = [place('a (b)'), { bucket: 'with.dot', key: 'a' }].flatMap((at) => [
      () => ownFiles.send('DeleteObject', { method: 'DELETE', place: at }),
      () => files.send(new DeleteObjectCommand({ Bucket: at.bucket, Key: at.key })),
    ]);
    const calls = [
      () => ownTable.send('GetItem', { TableName, Key: key }),
      () => table.send(new GetCommand({ TableName, Key: key })),
      () => ownKeys.send('Decrypt', {}),
      () => keys.send(new DecryptCommand({ CiphertextBlob: undefined })),
      () => ownQueues.send('SendMessage', message),
      () => queues.send(new SendMessageCommand(message)),
      ...deletions,
    ];

    for (const call of calls) await expect(call()).rejects.toThrow('not sent');

    const ours = asked.filter((_, index) => index % 2 === 0);
    const theirs = asked.filter((_, index) => index % 2 === 1);
    expect(ours).toHaveLength(5);
    expect(ours).toEqual(theirs);
  });
});

describe('a wrong clock is corrected as the SDK corrects it', () => {
  const hour = 60 * 60_000;
  const refusals = {
    dynamodb: failing('InvalidSignatureException'),
    sqs: failing('RequestExpired', 403),
    kms: failing('InvalidSignatureException'),
    s3: failingS3('RequestTimeTooSkewed', 403),
  };

  const one = ['GetItem', 'GetObject', 'SendMessage', 'Decrypt'];
  test.for(one)('%s', async (name) => {
    const { service, ours, sdks, answer = {} } = operations[name]?.() ?? expect.unreachable();
    store.refusal = refusals[service];
    const hoursOf = async (ask: () => Promise<unknown>) => {
      store.take();
      const hours: number[] = [];
      for (const aheadMilliseconds of [hour, hour, -hour, -hour]) {
        Object.assign(store, { aheadMilliseconds, answers: [answer] });
        await ask();
        hours.push(...store.take().map(({ signedAt }) => Math.round((signedAt - Date.now()) / hour) + 0));
      }
      return hours;
    };
    const setRight = () => Object.assign(store, { aheadMilliseconds: 0, answers: [answer] });

    const hours = await hoursOf(ours);

    expect(hours).toEqual([0, 1, 1, 1, -1, -1]);
    expect(await hoursOf(sdks)).toEqual(hours);
    // The store's clock is right again, but both clients still correct the time by an hour, so the store refuses their requests. The SDK
    // fails, because it repeats such a request only if the store's time is far from the local time. The service's client repeats the
    // request.
    setRight();
    await expect(sdks()).rejects.toThrow();
    setRight();
    await ours();
  });
});

describe('an error is the same as that of the SDK', () => {
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no' }];
  const cancelled = failing('TransactionCanceledException');
  const condition = failing('ConditionalCheckFailedException');
  const failures: readonly (readonly [string, string, Answer])[] = [
    ['a condition', 'PutItem', condition],
    ['a table that fails', 'GetItem', failing('InternalServerError', 500)],
    [
      'a condition, with the item',
      'UpdateItem',
      {
        ...condition,
        body: { ...condition.body, Item: { pk: { S: 'a' }, hits: { N: '1' }, none: { NULL: true } } },
      },
    ],
    ['a conflict', 'UpdateItem', failing('TransactionConflictException')],
    [
      'a transaction, with reasons',
      'TransactWriteItems',
      { ...cancelled, body: { ...cancelled.body, CancellationReasons: reasons } },
    ],
    ['no table', 'GetItem', failing('ResourceNotFoundException')],
    ['no access', 'Query', failing('AccessDeniedException')],
    ['a name of a later release', 'GetItem', failing('FutureException')],
    ['no object', 'GetObject', failingS3('NoSuchKey', 404)],
    ['another ETag', 'GetObject', failingS3('PreconditionFailed', 412)],
    ['no bucket', 'PutObject', failingS3('NoSuchBucket', 404)],
    ['no access to an object', 'DeleteObject', failingS3('AccessDenied', 403)],
    ['no queue', 'SendMessage', failing('QueueDoesNotExist')],
    ['another ciphertext', 'Decrypt', failing('InvalidCiphertextException')],
    ['a disabled key', 'Sign', failing('DisabledException')],
  ];

  test.for(failures)('%s', async ([, operation, answer]) => {
    const errorOf = async (ask: () => Promise<unknown>) => {
      store.answers = [answer, answer, answer];
      const error = Object(await ask().catch((thrown: unknown) => thrown));
      const { message, name } = error;
      // The SDK hides the response from the output of the error.
      const status = error.$response.statusCode;
      // `Error` repeats other fields, for clients of SQS's older protocol.
      const { $metadata, $response: _, Error: __, ...fields } = error;
      const { httpStatusCode, attempts } = $metadata;
      const isOfService = error instanceof ServiceException;
      return { isOfService, name, message, httpStatusCode, attempts, status, fields };
    };
    const { ours, sdks } = operations[operation]?.() ?? expect.unreachable();

    expect(await errorOf(ours)).toEqual(await errorOf(sdks));
  });
});
