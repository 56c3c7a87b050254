import { isAnswer } from '../aws/errors.ts';
import { copyObject, deleteObject, getObject, putObject } from '../aws/s3.ts';
import { type UploadId, ulidOf, type VersionId } from '../contract/identifiers.ts';
import type { GrantedFile } from '../policies/decide.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';
import { presignDownload } from './presign.ts';
import { directKey } from './uploads.ts';

/**
 * A PDF arrives under `uploads/`, or under `direct/` if its client puts it into the bucket. Once its version is processed, it is copied to
 * `payloads/`. That key ends in the version's ULID, so it is known before anything is written.
 */
export const payloadKey = (versionId: VersionId) => objectPrefixes.payloads + ulidOf(versionId);

/** A version whose bytes are still where they arrived. */
export interface UploadedVersion {
  readonly id: VersionId;
  /** The upload with the bytes, and the ETag of the bytes that were checked. Undefined if the bytes came in a form. */
  readonly upload?: { readonly id: UploadId; readonly etag: string } | undefined;
}

export const uploadedKey = ({ id, upload }: UploadedVersion): string =>
  upload ? directKey(upload.id) : objectPrefixes.uploads + ulidOf(id);

/** Stores an upload. The version that refers to it is committed afterwards. */
export const putUpload = (versionId: VersionId, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(uploadedKey({ id: versionId })), pdf, 'application/pdf');

/** Returns the uploaded bytes; undefined when they are gone or replaced. */
export async function getUploadedPdf(version: UploadedVersion): Promise<Uint8Array | undefined> {
  try {
    const { content } = await getObject(placeOf(uploadedKey(version)), { ifMatch: version.upload?.etag });
    return content;
  } catch (error) {
    if (isAnswer(error, 'NoSuchKey', 'PreconditionFailed')) return undefined;
    throw error;
  }
}

/** S3 answers only when the whole object is copied, at about 100 MB a second or more. */
export const copyTimeoutMilliseconds = 12_000;

/**
 * Copies an upload to its permanent place. S3 computes a SHA-256, which operators can compare with the version's hash without a download. A
 * retry is harmless.
 */
export const keepPayload = (version: UploadedVersion): Promise<void> =>
  copyObject(placeOf(uploadedKey(version)), placeOf(payloadKey(version.id)), {
    ifMatch: version.upload?.etag,
    requestTimeout: copyTimeoutMilliseconds,
  });

/** Returns a kept PDF, for workers that derive other files from it. */
export const getPayload = async (versionId: VersionId): Promise<Uint8Array> =>
  (await getObject(placeOf(payloadKey(versionId)))).content;

/** Removes a kept PDF, if it exists. The bucket keeps it as a previous version for 30 days. */
export const removePayload = (versionId: VersionId): Promise<void> =>
  deleteObject(placeOf(payloadKey(versionId)));

/** Removes the file of a version from the place where it arrived, if it exists. */
export const removeUpload = (version: UploadedVersion): Promise<void> =>
  deleteObject(placeOf(uploadedKey(version)));

/**
 * Returns a URL of a kept PDF, valid for five minutes. Browsers show (`inline`) or save (`attachment`) the PDF under `fileName`.
 *
 * @param _granted a value of this type proves that the reader may have the uploaded file
 */
export const presignPayload = (
  _granted: GrantedFile,
  versionId: VersionId,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> => presignDownload(payloadKey(versionId), type, fileName);
