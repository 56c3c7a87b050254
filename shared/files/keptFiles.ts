import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { s3 } from '../aws/s3Client.ts';
import { bucketName } from './client.ts';
import { copyTimeoutMilliseconds, payloadKey, type UploadedVersion, uploadedKey } from './payloads.ts';
import { objectPrefixes } from './prefixes.ts';

/** File operations for operators: they compare files with the table and restore files. Lambda functions have no permission for these. */

/** A file. If `s3VersionId` is set: a previous version of the file. */
interface FileReference {
  readonly key: string;
  readonly s3VersionId?: string | undefined;
}

interface FileFacts {
  readonly size_bytes: number;
  /** Hexadecimal. Undefined if S3 has no SHA-256 of the whole file, for example because a person put the file there by hand. */
  readonly sha256: string | undefined;
}

export interface KeptFile {
  readonly key: string;
  /** The ULID of the version, from the file's key. */
  readonly ulid: string;
  readonly size_bytes: number;
  /** Epoch milliseconds. */
  readonly kept_at_ms: number;
}

/** The size and content that a file should have. */
export interface Expected {
  readonly size_bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Lists the files that are kept for good, a thousand at a time, in the order of their keys.
 *
 * @param Prefix the prefix of the keys. Default: the prefix of payloads
 */
export async function* listKeptFiles(Prefix: string = objectPrefixes.payloads): AsyncGenerator<KeptFile[]> {
  const request = { Bucket: bucketName(), Prefix };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, request))
    yield Contents.map(({ Key = '', Size = 0, LastModified }) => ({
      key: Key,
      ulid: Key.slice(Prefix.length),
      size_bytes: Size,
      kept_at_ms: LastModified?.getTime() ?? 0,
    }));
}

/** Returns the size and the hash of a file without downloading it; undefined if there is no file. */
export async function describeFile({ key, s3VersionId }: FileReference): Promise<FileFacts | undefined> {
  try {
    const { ContentLength = 0, ChecksumSHA256 } = await s3.send(
      new HeadObjectCommand({
        Bucket: bucketName(),
        Key: key,
        VersionId: s3VersionId,
        ChecksumMode: 'ENABLED',
      }),
    );
    // The checksum of a file uploaded in parts is not a hash of the file: it ends in a hyphen and the number of parts.
    const isWhole = ChecksumSHA256 !== undefined && !ChecksumSHA256.includes('-');
    const sha256 = isWhole ? Buffer.from(ChecksumSHA256, 'base64').toString('hex') : undefined;
    return { size_bytes: ContentLength, sha256 };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Begins to download a file; undefined if there is none. */
export async function downloadFile({
  key,
  s3VersionId,
}: FileReference): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: bucketName(), Key: key, VersionId: s3VersionId }),
    );
    return Body?.transformToWebStream();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Downloads a file and returns its SHA-256 in hexadecimal. Stores nothing. */
export async function hashFile(file: FileReference): Promise<string> {
  const content = await downloadFile(file);
  if (!content) throw new Error(`S3 sent no content of ${file.key}`);
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Restores a version's file from the bucket: from a previous version of the file, or from the upload. Returns the source; undefined when
 * no object has the expected content.
 */
export async function restoreFile(
  version: UploadedVersion,
  expected: Expected,
): Promise<FileReference | undefined> {
  for (const key of [payloadKey(version.id), uploadedKey(version)])
    for (const candidate of await listVersionsOf(key, expected)) {
      const { sha256 = await hashFile(candidate) } = (await describeFile(candidate)) ?? {};
      if (sha256 !== expected.sha256) continue;
      await s3.send(
        new CopyObjectCommand({
          Bucket: bucketName(),
          Key: payloadKey(version.id),
          CopySource: `${bucketName()}/${key}?versionId=${candidate.s3VersionId}`,
          ChecksumAlgorithm: 'SHA256',
        }),
        { requestTimeout: copyTimeoutMilliseconds },
      );
      return candidate;
    }
  return undefined;
}

/** Lists the objects at a key that have the expected size, newest first, among the last thousand versions. */
async function listVersionsOf(key: string, { size_bytes }: Expected): Promise<FileReference[]> {
  const { Versions = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket: bucketName(), Prefix: key }),
  );
  return Versions.filter(({ Key, Size }) => Key === key && Size === size_bytes).map(({ VersionId }) => ({
    key,
    s3VersionId: VersionId,
  }));
}

/** Removes a file. The bucket keeps it as a previous version for 30 days. */
export async function removeFile({ key }: FileReference): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key: key }));
}
