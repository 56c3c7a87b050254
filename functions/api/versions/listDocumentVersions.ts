import { listDocumentVersions } from '../../../shared/contract/operations/versions.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listVersions } from '../../../shared/data/documents/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentVersion, withoutName } from '../../../shared/presentation/present.ts';
import { factsFor } from '../../../shared/reading/facts.ts';

export const handler = operation(listDocumentVersions, async (request) => {
  const { path, query } = request;
  const list = cursors('versions', path.document_id);
  const [found, { items, next }] = await Promise.all([
    getDocument(path.document_id),
    listVersions(path.document_id, list.read(query.cursor), query.limit),
  ]);
  const { seesNames } = await factsFor(request, found);

  const shown = items.map(presentVersion);
  return list.page(seesNames ? shown : shown.map(withoutName), next);
});
