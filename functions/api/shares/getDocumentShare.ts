import { changeable, noSuchShare } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { getDocumentShare } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { getShare } from '../../../shared/data/shares/shares.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentShare } from '../../../shared/presentation/present.ts';

export const handler = operation(
  getDocumentShare,
  notByShare(async ({ principal, path }) => {
    const [document, share] = await Promise.all([
      getDocument(path.document_id),
      getShare(path.document_id, path.share_id, Date.now()),
    ]);
    changeable(document, principal, 'may see whom it is shared with');
    return presentShare(existing(share, noSuchShare));
  }),
);
