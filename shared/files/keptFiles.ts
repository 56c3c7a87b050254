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
import { bucketName, s3 } from './client.ts';
import { type Arrived, arrivalKey, copyTimeoutMilliseconds, payloadKey } from './payloads.ts';
import { objectPrefixes } from './prefixes.ts';

/** What operators do with files: compare them with the table, and bring earlier ones back. Functions may do none of it. */

/** A file, as it is or, with a version id of S3's, as it was. */
interface FileReference {
  readonly key: string;
  readonly s3VersionId?: string | undefined;
}

interface FileFacts {
  readonly size_bytes: number;
  /** Hexadecimal. Undefined where S3 has none: somebody put the file there by hand. */
  readonly sha256: string | undefined;
}

export interface KeptFile {
  readonly key: string;
  /** The version whose file it is by its name, as a ULID. */
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
 * Lists the files that are kept for good, a thousand at a time, in the order of their versions.
 *
 * @param Prefix how the keys of others begin. Default: those of payloads
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

/** Asks S3 about a file without reading it; undefined where there is none. */
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
    // That of a file which came in parts is no hash of the file: it says so, by a hyphen and their number.
    const isWhole = ChecksumSHA256 !== undefined && !ChecksumSHA256.includes('-');
    const sha256 = isWhole ? Buffer.from(ChecksumSHA256, 'base64').toString('hex') : undefined;
    return { size_bytes: ContentLength, sha256 };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Begins to download a file; undefined where there is none. */
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

/** Downloads a file and returns its SHA-256 in hexadecimal. None of it is kept. */
export async function hashFile(file: FileReference): Promise<string> {
  const content = await downloadFile(file);
  if (!content) throw new Error(`S3 sent no content of ${file.key}`);
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Puts a version's file in its place again, from what the bucket has: a previous version of the file, or what arrived. Returns
 * where it came from; undefined when nothing has the content that is expected.
 */
export async function bringBack(version: Arrived, expected: Expected): Promise<FileReference | undefined> {
  for (const key of [payloadKey(version.id), arrivalKey(version)])
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

/** Lists what was at a key and has the size that is expected, newest first: of the last thousand versions. */
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
