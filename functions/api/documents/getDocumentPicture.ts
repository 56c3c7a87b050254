import { changeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { getDocumentPicture } from '../../../shared/contract/operations/documents.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import {
  getPreparedPages,
  hasFirst,
  needsCall,
  shownPages,
} from '../../../shared/data/reading/preparedPages.ts';
import { getSmallPicture } from '../../../shared/files/pagePictures.ts';
import { operation } from '../../../shared/http/operation.ts';
import { callForPages } from '../../../shared/reading/callForPages.ts';

/** A page of text is drawn in less than a second. */
const pictureRetrySeconds = 2;

const none = { picture_url: null, retry_after: null };

export const handler = operation(
  getDocumentPicture,
  notByShare(async ({ principal, path }) => {
    const document = changeable(await getDocument(path.document_id), principal, 'may see its picture here');
    const { current_version } = document;
    if (!current_version) return none;
    const now = Date.now();
    const prepared = await getPreparedPages(current_version.id, now);
    if (!prepared || !hasFirst(prepared)) {
      if (needsCall(prepared, now))
        await callForPages(document, current_version.id, prepared, now, { firstOnly: true });
      return { picture_url: null, retry_after: pictureRetrySeconds };
    }
    // The first page may be one that cannot be drawn, or the file one that nobody can read.
    if (!shownPages(prepared)[0]) return none;
    const webp = Buffer.from(await getSmallPicture(current_version.id));
    return { picture_url: `data:image/webp;base64,${webp.toString('base64')}`, retry_after: null };
  }),
);
