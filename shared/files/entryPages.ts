import { deleteObject, putObject } from '../aws/s3.ts';
import { daySeconds } from '../contract/days.ts';
import { type DocumentId, ulidOf } from '../contract/identifiers.ts';
import { entryPageUrlLifetimeSeconds } from '../contract/limits.ts';
import { placeOf } from './client.ts';
import { contentDisposition, pdfFileName } from './fileName.ts';
import { objectPrefixes } from './prefixes.ts';
import { presign } from './presign.ts';

/** The bucket removes an entry page 30 days after it was drawn. An entry page with less than a day left is not reused. */
const reuseSeconds = 29 * daySeconds;

/**
 * The end of an entry page's file name. The document's own file has only the title as its name, and people must not confuse the two files.
 */
const fileNameEnd = ' (entry page)';

/** Returns whether a stored entry page can be used at `nowSeconds` for the content with a fingerprint. `drawn`: null if there is none. */
export const isEntryPageKept = (
  drawn: { readonly fingerprint: string; readonly drawn_at_seconds: number } | null,
  fingerprint: string,
  nowSeconds: number,
): boolean => drawn?.fingerprint === fingerprint && nowSeconds - drawn.drawn_at_seconds < reuseSeconds;

/** `fingerprint` is the hexadecimal digest of the page's content. */
const entryPageKey = (documentId: DocumentId, fingerprint: string) =>
  `${objectPrefixes.entryPages}${ulidOf(documentId)}/${fingerprint}.pdf`;

export const putEntryPage = (documentId: DocumentId, fingerprint: string, pdf: Uint8Array): Promise<void> =>
  putObject(placeOf(entryPageKey(documentId, fingerprint)), pdf, 'application/pdf');

/** Removes a stored entry page, if it exists. Earlier entry pages of the document have expired. */
export const removeEntryPage = (documentId: DocumentId, fingerprint: string): Promise<void> =>
  deleteObject(placeOf(entryPageKey(documentId, fingerprint)));

/** Returns a URL that downloads the stored entry page of a document with a title, for 15 minutes. */
export const presignEntryPage = (
  documentId: DocumentId,
  fingerprint: string,
  title: string,
): Promise<string> =>
  presign(entryPageKey(documentId, fingerprint), entryPageUrlLifetimeSeconds, {
    contentType: 'application/pdf',
    contentDisposition: contentDisposition('attachment', pdfFileName(title, fileNameEnd)),
  });
