import { deleteObject, putObject } from '../aws/s3.ts';
import { type DocumentId, ulidOf } from '../contract/identifiers.ts';
import { entryPageUrlLifetimeSeconds } from '../contract/limits.ts';
import { placeOf } from './client.ts';
import { contentDisposition } from './fileName.ts';
import { objectPrefixes } from './prefixes.ts';
import { presign } from './presign.ts';

/** The bucket removes an entry page 30 days after it was drawn. An entry page with less than a day left is not reused. */
export const entryPageReuseSeconds = 29 * 24 * 60 * 60;

/** `fingerprint` is the hexadecimal digest of the page's content. */
const entryPageKey = (documentId: DocumentId, fingerprint: string) =>
  `${objectPrefixes.entryPages}${ulidOf(documentId)}/${fingerprint}.pdf`;

export const putEntryPage = (documentId: DocumentId, fingerprint: string, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(entryPageKey(documentId, fingerprint)), pdf, 'application/pdf');

/** Removes a stored entry page, if it exists. Earlier entry pages of the document have expired. */
export const removeEntryPage = (documentId: DocumentId, fingerprint: string): Promise<void> =>
  deleteObject(placeOf(entryPageKey(documentId, fingerprint)));

/** Returns a URL that downloads a stored entry page as `fileName`, for 15 minutes. */
export const presignEntryPage = (
  documentId: DocumentId,
  fingerprint: string,
  fileName: string,
): Promise<string> =>
  presign(entryPageKey(documentId, fingerprint), entryPageUrlLifetimeSeconds, {
    contentType: 'application/pdf',
    contentDisposition: contentDisposition('attachment', fileName),
  });
