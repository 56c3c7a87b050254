import { CopyObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ulidOf, type VersionId } from '../contract/identifiers.ts';
import { bucketName, s3 } from './client.ts';
import { contentDisposition } from './fileName.ts';
import { objectPrefixes } from './prefixes.ts';

/**
 * A PDF arrives under `uploads/`, which the bucket empties, and is copied to `payloads/` once its version is processed. Both
 * keys end in the version's ULID, so they are known before anything is written.
 */
const uploadKey = (versionId: VersionId) => objectPrefixes.uploads + ulidOf(versionId);
const payloadKey = (versionId: VersionId) => objectPrefixes.payloads + ulidOf(versionId);

/** Stores an upload. The version that refers to it is committed afterwards. */
export async function putUpload(versionId: VersionId, pdf: Uint8Array): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName(),
      Key: uploadKey(versionId),
      Body: pdf,
      ContentType: 'application/pdf',
    }),
  );
}

/** Returns the uploaded bytes; undefined when there are none under this version's key. */
export async function getUpload(versionId: VersionId): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucketName(), Key: uploadKey(versionId) }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Keeps an upload for good. Doing it twice is harmless. */
export async function keepPayload(versionId: VersionId): Promise<void> {
  await s3.send(
    new CopyObjectCommand({
      Bucket: bucketName(),
      Key: payloadKey(versionId),
      CopySource: `${bucketName()}/${uploadKey(versionId)}`,
    }),
  );
}

/** A browser has this long to begin; a download that has begun is received to its end. */
const payloadUrlLifetimeSeconds = 5 * 60;

/**
 * Returns a URL for five minutes at which a browser shows (`inline`) or saves (`attachment`) a kept PDF under a name. It is
 * signed here, without a request.
 */
export async function presignPayload(
  versionId: VersionId,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucketName(),
    Key: payloadKey(versionId),
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: contentDisposition(type, fileName),
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(s3, command, { expiresIn: payloadUrlLifetimeSeconds });
}
