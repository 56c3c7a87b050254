import { changeable, noSuchShare, stillChangeable } from '../../../shared/access/documents.ts';
import { existing, invalidRequest } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { sendDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { getShare, hasEnded } from '../../../shared/data/documents/shares.ts';
import { post } from '../../../shared/http/post.ts';

/** The service sends no mail yet, so it refuses every share. */
export const handler = post(
  sendDocumentShare,
  notByShare(async ({ principal, path }) => {
    const now = Date.now();
    const [document, found] = await Promise.all([
      getDocument(path.document_id),
      getShare(path.document_id, path.share_id, now),
    ]);
    changeable(document, principal, 'may share a document');
    const share = existing(found, noSuchShare);
    throw invalidRequest({
      code: 'invalid_value',
      location: 'path.share_id',
      param: 'share_id',
      message: hasEnded(share, now) ? 'The share has ended.' : 'This stage sends no mail.',
      value: share.id,
    });
  }),
  { guard: notByShare(stillChangeable(getDocument)) },
);
