import { presignedUrl } from '../aws/presign.ts';
import type { UploadId } from '../contract/identifiers.ts';
import { placeOf } from './client.ts';
import { directKey } from './uploads.ts';

/** The properties of the only PUT that S3 accepts. */
interface ExpectedPut {
  readonly id: UploadId;
  readonly size_bytes: number;
  /** In hexadecimal. Undefined if S3 shall accept any content of the right size. */
  readonly sha256?: string | undefined;
  /** RFC 3339. */
  readonly expires_at: string;
}

const checksumHeader = 'x-amz-checksum-sha256';

/**
 * Returns the URL of an upload and the headers that its PUT must have. Signing needs no request to S3. S3 refuses a PUT with another length
 * or content, because the signature covers the checksum and `Content-Length`, which clients send automatically. With `If-None-Match`, S3
 * refuses a second PUT.
 */
export async function presignUpload({
  id,
  size_bytes,
  sha256,
  expires_at,
}: ExpectedPut): Promise<{ readonly url: string; readonly headers: Record<string, string> }> {
  const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64');
  const url = await presignedUrl({
    operation: 'PutObject',
    place: placeOf(directKey(id)),
    headers: {
      'content-length': String(size_bytes),
      'if-none-match': '*',
      ...(checksum !== undefined && { [checksumHeader]: checksum }),
    },
    // S3 compares a checksum with the content only if it is in a header and not in the query.
    kept: [checksumHeader],
    // If the upload has expired just now, the URL is valid for one second.
    expiresIn: Math.max(Math.round((Date.parse(expires_at) - Date.now()) / 1000), 1),
  });
  return {
    url,
    headers: {
      'Content-Type': 'application/pdf',
      'If-None-Match': '*',
      ...(checksum !== undefined && { [checksumHeader]: checksum }),
    },
  };
}
