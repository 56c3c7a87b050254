import { changeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { listDocumentEarlierTexts } from '../../../shared/contract/operations/documents.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listEarlierTexts } from '../../../shared/data/documents/earlierTexts.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentEarlierText } from '../../../shared/presentation/present.ts';

export const handler = operation(
  listDocumentEarlierTexts,
  notByShare(async ({ principal, path, query }) => {
    const list = cursors('earlierTexts', path.document_id);
    const [document, { items, next }] = await Promise.all([
      getDocument(path.document_id),
      listEarlierTexts(path.document_id, list.read(query.cursor), query.limit),
    ]);
    changeable(document, principal, 'see its earlier texts');

    return list.page(items.map(presentEarlierText), next);
  }),
);
