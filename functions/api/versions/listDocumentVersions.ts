import { readable } from '../../../shared/access/documents.ts';
import { listDocumentVersions } from '../../../shared/contract/operations/versions.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listVersions } from '../../../shared/data/documents/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentVersion } from '../../../shared/presentation/present.ts';

export const handler = operation(listDocumentVersions, async ({ principal, path, query }) => {
  const list = cursors('versions', path.document_id);
  const [document, { items, next }] = await Promise.all([
    getDocument(path.document_id),
    listVersions(path.document_id, list.read(query.cursor), query.limit),
  ]);
  readable(document, principal);

  return list.page(items.map(presentVersion), next);
});
