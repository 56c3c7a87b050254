import { isAnswer } from '../aws/errors.ts';
import { getObject } from '../aws/s3.ts';
import { type UploadId, ulidOf } from '../contract/identifiers.ts';
import { placeOf } from './client.ts';
import { objectPrefixes } from './prefixes.ts';

/** Returns the key of the file that a client puts into the bucket. */
export const directKey = (uploadId: UploadId): string => objectPrefixes.direct + ulidOf(uploadId);

/** The beginning of an uploaded file, and the ETag of the whole file. */
interface PutContent {
  readonly etag: string;
  /** The first bytes. */
  readonly beginning: Uint8Array;
}

/** Reads the first bytes of an upload; undefined if no file was put yet. */
export async function readBeginning(uploadId: UploadId, bytes: number): Promise<PutContent | undefined> {
  try {
    const { etag, content } = await getObject(placeOf(directKey(uploadId)), {
      range: `bytes=0-${bytes - 1}`,
    });
    if (etag === undefined) throw new Error('S3 sent no ETag');
    return { etag, beginning: content };
  } catch (error) {
    if (isAnswer(error, 'NoSuchKey')) return undefined;
    throw error;
  }
}
