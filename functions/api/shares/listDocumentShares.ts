import { changeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { listDocumentShares } from '../../../shared/contract/operations/shares.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listEndedShares, listShares } from '../../../shared/data/shares/shares.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentEndedShare, presentShare } from '../../../shared/presentation/present.ts';

export const handler = operation(
  listDocumentShares,
  notByShare(async ({ principal, path, query }) => {
    const { document_id } = path;
    const isOfEnded = query.ended === 'true';
    const list = cursors(isOfEnded ? 'ended shares' : 'shares', document_id);
    const after = list.read(query.cursor);
    const now = Date.now();
    const loading = getDocument(document_id);
    const [found, { items, next }] = await Promise.all([
      loading,
      isOfEnded
        ? loading.then((document) => listEndedShares(document, after, query.limit, now))
        : listShares(document_id, after, query.limit, now),
    ]);
    changeable(found, principal, 'may see whom it is shared with');
    return list.page(items.map(isOfEnded ? presentEndedShare : presentShare), next);
  }),
);
