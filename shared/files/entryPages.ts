import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { deleteObject, putObject } from '../aws/s3.ts';
import { type DocumentId, ulidOf } from '../contract/identifiers.ts';
import { entryPageUrlLifetimeSeconds } from '../contract/limits.ts';
import { bucketName, placeOf, s3 } from './client.ts';
import { contentDisposition } from './fileName.ts';
import { objectPrefixes } from './prefixes.ts';

/** The bucket removes entry pages 30 days after they were drawn; none is handed out that has less than a day left. */
export const entryPageReuseSeconds = 29 * 24 * 60 * 60;

/** `fingerprint` is the hexadecimal digest of the page's content. */
const entryPageKey = (documentId: DocumentId, fingerprint: string) =>
  `${objectPrefixes.entryPages}${ulidOf(documentId)}/${fingerprint}.pdf`;

export const putEntryPage = (documentId: DocumentId, fingerprint: string, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(entryPageKey(documentId, fingerprint)), pdf, 'application/pdf');

/** Removes a stored entry page, if it is there. Those that were drawn before it have expired by themselves. */
export const removeEntryPage = (documentId: DocumentId, fingerprint: string): Promise<void> =>
  deleteObject(placeOf(entryPageKey(documentId, fingerprint)));

/** Returns a URL that downloads a stored entry page as `fileName`, for 15 minutes. It is signed here, without a request. */
export async function presignEntryPage(
  documentId: DocumentId,
  fingerprint: string,
  fileName: string,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucketName(),
    Key: entryPageKey(documentId, fingerprint),
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: contentDisposition('attachment', fileName),
  });
  return getSignedUrl(s3, command, { expiresIn: entryPageUrlLifetimeSeconds });
}
