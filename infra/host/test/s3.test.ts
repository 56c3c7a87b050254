import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, type S3 } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from './fixture.ts';
import { directoryOfTest, directoryOfTests } from './ownDirectory.ts';
import { Bucket, openS3 } from './s3Fixture.ts';

const directory = directoryOfTests();
let opened: Awaited<ReturnType<typeof openS3>>;
let client: S3;

beforeAll(async () => {
  opened = await openS3(directory);
  client = opened.client;
});
afterAll(() => opened.close());

const put = (Key: string, Body: string | Buffer = 'content', more = {}) =>
  client.putObject({ Bucket, Key, Body, ...more });
const get = async (Key: string, more = {}) => {
  const { Body, ...rest } = await client.getObject({ Bucket, Key, ...more });
  return { ...rest, text: await Body?.transformToString() };
};

describe('an object', () => {
  test.for(['päth/ö + %20&=?.pdf', '../../outside', 'x'.repeat(900), 'a//b/.'])(
    'can have the key %s',
    async (key) => {
      await put(key, 'named');
      expect(await get(key)).toMatchObject({ text: 'named' });

      await client.copyObject({
        Bucket,
        Key: `${key.slice(0, 800)}-copy`,
        CopySource: encodeURIComponent(`${Bucket}/${key}`),
      });
      expect(await get(`${key.slice(0, 800)}-copy`)).toMatchObject({ text: 'named' });
    },
  );

  test('can be a stream, which the SDK sends in chunks with a checksum at the end', async () => {
    const parts = ['one ', 'x'.repeat(200_000), ' end'];
    await client.putObject({
      Bucket,
      Key: 'stream',
      Body: Readable.from(parts),
      ContentLength: Buffer.byteLength(parts.join('')),
    });
    const read = await get('stream');

    expect(read.text).toBe(parts.join(''));
    expect(read.ContentEncoding).toBeUndefined();
  });

  test('is not changed by a write with a failed condition', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });

    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(await get('once')).toMatchObject({ text: 'first' });
  });

  test('is not changed by an interrupted upload', async () => {
    await put('broken', 'first');
    const before = contentFiles();
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'broken' }));
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 1000 } });
    request.on('error', () => undefined);
    request.write('x'.repeat(500));
    await eventually(() => contentFiles() > before || undefined);
    request.destroy();
    await eventually(() => contentFiles() === before || undefined);

    expect(await get('broken')).toMatchObject({ text: 'first' });
  });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const contentFiles = () => readdirSync(join(directory, Bucket, 'content')).length;

test('a range beyond the end is refused', async () => {
  await put('ten', '0123456789');

  await expect(get('ten', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
});

describe('a presigned URL', () => {
  const presign = (Key: string, more = {}, expiresIn = 60) =>
    getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn });

  test.for([
    ['changed', (url: string) => url.replace('/bucket/signed', '/bucket/other'), 'SignatureDoesNotMatch'],
    ['stripped', (url: string) => url.replace(/\?.*/, ''), 'AccessDenied'],
    [
      'signed by someone else',
      (url: string) => url.replace('Credential=key', 'Credential=other'),
      'InvalidAccessKeyId',
    ],
  ] as const)('that was %s is refused', async ([, change, code]) => {
    await put('signed');
    const response = await fetch(change(await presign('signed')));

    expect(response.status).toBe(403);
    expect(await response.text()).toContain(`<Code>${code}</Code>`);
  });
});

describe('a presigned PUT', () => {
  const length = 4;
  const presignPut = async (Key: string, more = {}, signingDate = new Date()) =>
    getSignedUrl(
      client,
      new PutObjectCommand({
        Bucket,
        Key,
        ContentLength: length,
        IfNoneMatch: '*',
        ChecksumSHA256: hashOf('sent'),
        ...more,
      }),
      { expiresIn: 3600, signingDate, unhoistableHeaders: new Set(['x-amz-checksum-sha256']) },
    );
  const headers = { 'If-None-Match': '*', 'x-amz-checksum-sha256': hashOf('sent') };
  const send = (url: string, body: string, given: Record<string, string> = headers) =>
    fetch(url, { method: 'PUT', body, headers: given });

  test('accepts the signed content, once', async () => {
    const url = await presignPut('put-once');

    expect((await send(url, 'sent')).status).toBe(200);
    expect((await send(url, 'sent')).status).toBe(412);
  });

  // Threat: The URL of an upload is used for another file, another place, twice, or later
  test.for([
    { what: 'another length', body: 'sent too much', given: headers, status: 403 },
    { what: 'other content', body: 'tens', given: headers, status: 400 },
    {
      what: 'a checksum that was not signed',
      body: 'tens',
      given: { ...headers, 'x-amz-checksum-sha256': hashOf('tens') },
      status: 403,
    },
    {
      what: 'a header that makes it a copy',
      body: 'sent',
      given: { ...headers, 'x-amz-copy-source': `${Bucket}/signed` },
      status: 403,
    },
  ])('with $what is refused, and stores nothing', async ({ body, given, status }) => {
    await put('signed');
    const Key = `refused/${crypto.randomUUID()}`;

    const response = await send(await presignPut(Key), body, given);

    expect(response.status).toBe(status);
    await expect(get(Key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

test.for(['x-amz-acl', 'x-amz-website-redirect-location'])(
  'the header %s is refused by name',
  async (name) => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'unknown' }));
    const response = await fetch(url, { method: 'PUT', body: 'sent', headers: { [name]: 'public-read' } });

    expect(response.status).toBe(501);
    expect(await response.text()).toContain(`does not implement ${name}.`);
    await expect(get('unknown')).rejects.toMatchObject({ name: 'NoSuchKey' });
  },
);

test('a versioned bucket hides a deleted object behind a marker, and a copy restores it', async () => {
  const { client: versioned, close } = await openS3(directoryOfTest(), { isVersioned: true });
  onTestFinished(close);
  const Key = 'deleted';
  const { VersionId = '' } = await versioned.putObject({ Bucket, Key, Body: 'content' });
  await versioned.deleteObject({ Bucket, Key });

  await expect(versioned.getObject({ Bucket, Key })).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect((await versioned.listObjectsV2({ Bucket, Prefix: 'deleted' })).KeyCount).toBe(0);
  const { Versions, DeleteMarkers } = await versioned.listObjectVersions({ Bucket, Prefix: Key });
  expect(Versions).toEqual([expect.objectContaining({ VersionId, IsLatest: false })]);
  expect(DeleteMarkers).toEqual([expect.objectContaining({ Key: 'deleted', IsLatest: true })]);

  const CopySource = `${Bucket}/deleted?versionId=${VersionId}`;
  await versioned.copyObject({ Bucket, Key, CopySource });
  const { Body } = await versioned.getObject({ Bucket, Key });
  expect(await Body?.transformToString()).toBe('content');
});

describe('the SHA-256 of an object', () => {
  const stored = async (Key: string) =>
    (await client.headObject({ Bucket, Key, ChecksumMode: 'ENABLED' })).ChecksumSHA256;

  test('is stored on request, also for a copy, and copied from then on', async () => {
    const large = 'x'.repeat(200_000);
    await put('plain', large);
    expect(await stored('plain')).toBeUndefined();

    const copy = (Key: string, from: string, more = {}) =>
      client.copyObject({ Bucket, Key, CopySource: `${Bucket}/${from}`, ...more });
    await copy('copy', 'plain', { ChecksumAlgorithm: 'SHA256' });
    await copy('again', 'copy');
    await put('put', 'small', { ChecksumAlgorithm: 'SHA256' });

    expect(await stored('copy')).toBe(hashOf(large));
    expect(await stored('again')).toBe(hashOf(large));
    expect(await stored('put')).toBe(hashOf('small'));
    // The client compares the content with the stored checksum, so this would fail if the checksum were wrong.
    expect((await get('copy')).text).toBe(large);
  });
});

test('lists pages in the order of bytes, for any keys', async () => {
  const keys = ['\u{10000}', '\uffee', 'ä', 'z', 'a', `b${'y'.repeat(300)}`].map((key) => `page/${key}`);
  for (const key of keys) await put(key, 'listed');

  const listed: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const request = { Bucket, Prefix: 'page/', MaxKeys: 2, ContinuationToken };
    const page = await client.listObjectsV2(request);
    listed.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);

  expect(listed).toEqual([...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
});
