import { presignedUrl } from '../aws/presign.ts';
import { placeOf } from './client.ts';
import { contentDisposition } from './fileName.ts';

/** The headers that S3 sends in the answer to a URL. */
interface AnswerHeaders {
  readonly contentType: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
}

/** Returns a URL of an object, valid for `expiresIn` seconds. S3 answers with the given headers. */
export const presign = (key: string, expiresIn: number, answer?: AnswerHeaders): Promise<string> =>
  presignedUrl({
    operation: 'GetObject',
    place: placeOf(key),
    query: {
      ...(answer && { 'response-content-type': answer.contentType }),
      ...(answer?.contentDisposition && { 'response-content-disposition': answer.contentDisposition }),
      ...(answer?.cacheControl && { 'response-cache-control': answer.cacheControl }),
    },
    expiresIn,
  });

/** The time in which a browser must begin a download. A download that began in time can finish later. */
export const downloadSeconds = 5 * 60;

/** Returns a URL of a PDF, valid for five minutes. Browsers show (`inline`) or save (`attachment`) the PDF under `fileName`. */
export const presignDownload = (
  key: string,
  type: 'inline' | 'attachment',
  fileName: string,
): Promise<string> =>
  presign(key, downloadSeconds, {
    contentType: 'application/pdf',
    contentDisposition: contentDisposition(type, fileName),
    cacheControl: 'private, no-store',
  });
