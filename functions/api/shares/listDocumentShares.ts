import { changeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { listDocumentShares } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listShares } from '../../../shared/data/shares/shares.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentShare } from '../../../shared/presentation/present.ts';

export const handler = operation(
  listDocumentShares,
  notByShare(async ({ principal, path, query }) => {
    const list = cursors('shares', path.document_id);
    const [document, { items, next }] = await Promise.all([
      getDocument(path.document_id),
      listShares(path.document_id, list.read(query.cursor), query.limit, Date.now()),
    ]);
    changeable(document, principal, 'may see whom it is shared with');
    return list.page(items.map(presentShare), next);
  }),
);
