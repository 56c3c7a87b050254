import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { copyObject, deleteObject, getObject, putObject } from '../../../shared/aws/s3.ts';
import { failingS3, storeOfFile } from './answering.ts';

const copied = '<CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>';
const store = await storeOfFile(copied, {
  region: 'eu-west-1',
  refusal: failingS3('RequestTimeTooSkewed', 403),
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
  calls('is sent again when S3 asks for patience: %s', async ([, call]) => {
    store.answers = [failingS3('SlowDown', 503), 'cut'];

    await call();

    expect(store.take()).toHaveLength(3);
  });

  test('is given up after its own time limit', async () => {
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

  test.for([
    ['an error', failingS3('InternalError', 200)],
    ['nothing', { body: '' }],
    ['what keeps the connection', { body: '\n\n' }],
  ] as const)('can come after a copy has begun, as 200 with %s', async ([, answer]) => {
    store.answers = [answer];

    await copy();

    expect(store.take()).toHaveLength(2);
  });
});

describe('the content that was read', () => {
  test('has its ETag', async () => {
    store.answers = [{ body: 'content', headers: { etag: '"a"' } }];

    const { etag, content } = await getObject(place);

    expect([etag, Buffer.from(content).toString()]).toEqual(['"a"', 'content']);
  });

  test('is refused when it does not have the hash in S3', async () => {
    const kept = { 'x-amz-checksum-sha256': hash('sha256', 'content', 'base64') };
    store.answers = [
      { body: 'content', headers: kept },
      { body: 'Content', headers: kept },
    ];

    await getObject(place);

    await expect(getObject(place)).rejects.toThrow('another SHA-256');
  });

  test('is not compared when S3 has a hash of parts, or only a part was read', async () => {
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
