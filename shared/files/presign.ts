import { GetObjectCommand, type GetObjectCommandInput } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bucketName, s3 } from './client.ts';
import { contentDisposition } from './fileName.ts';

/** Returns a URL of an object, valid for `expiresIn` seconds. Signing needs no request to S3. */
export const presign = (
  Key: string,
  expiresIn: number,
  answer?: Omit<GetObjectCommandInput, 'Bucket' | 'Key'>,
): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: bucketName(), Key, ...answer }), { expiresIn });

/** The time in which a browser must begin a download. A download that has begun can finish. */
const downloadSeconds = 5 * 60;

/** Returns a URL of a PDF, valid for five minutes. Browsers show (`inline`) or save (`attachment`) the PDF under `fileName`. */
export const presignDownload = (
  key: string,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> =>
  presign(key, downloadSeconds, {
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: contentDisposition(type, fileName),
    ResponseCacheControl: 'private, no-store',
  });
