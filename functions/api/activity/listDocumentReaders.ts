import { changeable } from '../../../shared/access/documents.ts';
import { withFigures } from '../../../shared/access/readerFigures.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { listDocumentReaders } from '../../../shared/contract/operations/activity.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listReaders } from '../../../shared/data/reading/readers.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { tabular } from '../../../shared/http/tabular.ts';

export const handler = tabular(
  listDocumentReaders,
  notByShare(async ({ principal, path, query: { limit, cursor } }) => {
    const document = changeable(await getDocument(path.document_id), principal, 'see who reads a document');
    const list = cursors('document_readers', document.id);
    const all = document.created_by.id === principal.user.id;
    const { items, next } = await listReaders(document.id, all, { limit, after: list.read(cursor) });
    const readers = await withFigures(document, items, principal);
    return list.page(
      readers.map(({ reader }) => reader),
      next,
    );
  }),
);
