import { hash } from 'node:crypto';
import { NoSuchKey } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyObject, deleteObject, getObject, putObject } from '../../../shared/files/objects.ts';
import { type AnsweringStore, answeringStore, failingS3 } from './answering.ts';

const copied = '<CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>';
let store: AnsweringStore;

beforeAll(async () => {
  store = await answeringStore(copied, failingS3('RequestTimeTooSkewed', 403));
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIDFIRST',
    AWS_SECRET_ACCESS_KEY: 'first',
    AWS_ENDPOINT_URL_S3: store.endpoint,
  });
});
afterAll(() => store[Symbol.asyncDispose]());
beforeEach(() => {
  store.answers = [];
  store.take();
});

const place = { bucket: 'files', key: 'uploads/A (b).pdf' };
const pdf = Buffer.from('%PDF-1.7');
const copy = () => copyObject(place, { bucket: 'files', key: 'payloads/A' }, { requestTimeout: 5000 });
const calls = test.for(
  Object.entries({
    put: () => putObject(place, pdf, 'application/pdf'),
    get: () => getObject(place),
    copy,
    delete: () => deleteObject(place),
  }),
);

describe('a request', () => {
  test('to put says the hash of its body, for the way and to be kept', async () => {
    await putObject(place, pdf, 'application/pdf');

    expect(store.take()).toMatchObject([
      {
        line: 'PUT /files/uploads/A%20%28b%29.pdf',
        body: '%PDF-1.7',
        headers: {
          'content-type': 'application/pdf',
          'content-length': '8',
          'x-amz-content-sha256': hash('sha256', pdf),
          'x-amz-checksum-sha256': hash('sha256', pdf, 'base64'),
        },
      },
    ]);
  });

  test('to copy names the original, with the ETag that it has to have', async () => {
    const options = { ifMatch: '"a"', requestTimeout: 5000 };

    await copyObject(place, { bucket: 'files', key: 'payloads/A' }, options);

    expect(store.take()).toMatchObject([
      {
        line: 'PUT /files/payloads/A',
        headers: {
          'x-amz-copy-source': 'files/uploads/A%20%28b%29.pdf',
          'x-amz-copy-source-if-match': '"a"',
          'x-amz-checksum-algorithm': 'SHA256',
        },
      },
    ]);
  });

  test('goes to the host of its bucket on AWS', async () => {
    vi.resetModules();
    vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
    const { deleteObject: remove, objects } = await import('../../../shared/files/objects.ts');
    let asked: unknown;
    objects.middlewareStack.add(
      () => async (args) => {
        asked = args.request;
        throw new Error('not sent');
      },
      { step: 'finalizeRequest', priority: 'high' },
    );

    await expect(remove(place)).rejects.toThrow('not sent');

    vi.unstubAllEnvs();
    expect(asked).toMatchObject({
      protocol: 'https:',
      hostname: 'files.s3.eu-west-1.amazonaws.com',
      path: '/uploads/A%20%28b%29.pdf',
    });
  });

  calls('is sent again when S3 asks for patience: %s', async ([, call]) => {
    store.answers = [failingS3('SlowDown', 503), 'cut'];

    await call();

    expect(store.take()).toHaveLength(3);
  });

  calls('is signed by the time of S3, once that has refused it: %s', async ([, call]) => {
    store.aheadMilliseconds = 60 * 60_000;

    await call();

    store.aheadMilliseconds = 0;
    await call();
    expect(store.take()).toHaveLength(4);
  });

  test('that is not answered in its own time is given up', async () => {
    store.answers = ['silent', 'silent', 'silent'];

    await expect(copyObject(place, place, { requestTimeout: 20 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('an error', () => {
  calls('that is not in the words of S3 is tried again for its status: %s', async ([, call]) => {
    store.answers = [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad<br>Gateway' }];

    await call();

    expect(store.take()).toHaveLength(2);
  });

  test('is the one that the SDK has for it', async () => {
    store.answers = [failingS3('NoSuchKey', 404)];

    await expect(getObject(place)).rejects.toBeInstanceOf(NoSuchKey);
  });

  test('that it has none for has its name', async () => {
    store.answers = [failingS3('PreconditionFailed', 412)];

    await expect(getObject(place, { ifMatch: '"b"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });

  test.for([
    ['an error', failingS3('InternalError', 200)],
    ['nothing', { body: '' }],
    ['what keeps the connection', { body: '\n\n' }],
  ] as const)('may come after a copy has begun, as 200 with %s', async ([, answer]) => {
    store.answers = [answer];

    await copy();

    expect(store.take()).toHaveLength(2);
  });
});

describe('what is got', () => {
  test('comes with its ETag', async () => {
    store.answers = [{ body: 'content', headers: { etag: '"a"' } }];

    const { etag, content } = await getObject(place);

    expect([etag, Buffer.from(content).toString()]).toEqual(['"a"', 'content']);
  });

  test('is refused when it is not what S3 keeps', async () => {
    const kept = { 'x-amz-checksum-sha256': hash('sha256', 'content', 'base64') };
    store.answers = [
      { body: 'content', headers: kept },
      { body: 'Content', headers: kept },
    ];

    await getObject(place);

    await expect(getObject(place)).rejects.toThrow('another SHA-256');
  });

  test('is not compared where S3 has the hash of parts, or a part was asked for', async () => {
    const kept = { 'x-amz-checksum-sha256': `${hash('sha256', 'other', 'base64')}` };
    store.answers = [
      { body: 'content', headers: { 'x-amz-checksum-sha256': `${kept['x-amz-checksum-sha256']}-2` } },
      { body: 'con', headers: kept },
    ];

    await getObject(place);
    await getObject(place, { range: 'bytes=0-2' });

    expect(store.take().map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=0-2']);
  });
});
