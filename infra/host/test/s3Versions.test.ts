import { createHash } from 'node:crypto';
import type { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOfTests } from './ownDirectory.ts';
import { Bucket, openS3 } from './s3Fixture.ts';

const directory = directoryOfTests();
let opened: Awaited<ReturnType<typeof openS3>>;
let client: S3;

async function start(): Promise<void> {
  opened = await openS3(directory, { isVersioned: true });
  client = opened.client;
}
beforeAll(start);
afterAll(() => opened.close());

const put = (Key: string, Body: string, more = {}) => client.putObject({ Bucket, Key, Body, ...more });
const read = async (Key: string, VersionId?: string) => {
  const { Body } = await client.getObject({ Bucket, Key, VersionId });
  return Body?.transformToString();
};
const versions = async (Prefix: string) => {
  const { Versions = [], DeleteMarkers = [] } = await client.listObjectVersions({ Bucket, Prefix });
  return { Versions, DeleteMarkers };
};

describe('a versioned bucket', () => {
  test('hides a deleted object behind a marker, and a copy restores it', async () => {
    const { VersionId = '' } = await put('deleted', 'content');
    await client.deleteObject({ Bucket, Key: 'deleted' });

    await expect(read('deleted')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await client.listObjectsV2({ Bucket, Prefix: 'deleted' })).KeyCount).toBe(0);
    const { Versions, DeleteMarkers } = await versions('deleted');
    expect(Versions).toEqual([expect.objectContaining({ VersionId, IsLatest: false })]);
    expect(DeleteMarkers).toEqual([expect.objectContaining({ Key: 'deleted', IsLatest: true })]);

    const CopySource = `${Bucket}/deleted?versionId=${VersionId}`;
    await client.copyObject({ Bucket, Key: 'deleted', CopySource });
    expect(await read('deleted')).toBe('content');
  });
});

describe('the SHA-256 of an object', () => {
  const sha256 = (content: string) => createHash('sha256').update(content).digest('base64');
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

    expect(await stored('copy')).toBe(sha256(large));
    expect(await stored('again')).toBe(sha256(large));
    expect(await stored('put')).toBe(sha256('small'));
    // The client compares the content with the stored checksum, so this would fail if the checksum were wrong.
    expect(await read('copy')).toBe(large);
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
