import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { putObject } from '../aws/s3.ts';
import { bucketName, placeOf, s3 } from './client.ts';
import { contentDisposition } from './fileName.ts';
import { objectPrefixes } from './prefixes.ts';

const stampedCopyKey = (copyId: string): string => `${objectPrefixes.stamped}${copyId}.pdf`;

/** Stores a file with a reader's watermark. The bucket removes it after a day. */
export const putStampedCopy = (copyId: string, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(stampedCopyKey(copyId)), pdf, 'application/pdf');

/** A browser has this long to begin; a download that has begun is received to its end. */
const urlLifetimeSeconds = 5 * 60;

/** Returns a URL for five minutes at which a browser shows or saves a reader's copy under a name. It is signed without a request. */
export async function presignStampedCopy(
  copyId: string,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucketName(),
    Key: stampedCopyKey(copyId),
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: contentDisposition(type, fileName),
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(s3, command, { expiresIn: urlLifetimeSeconds });
}
