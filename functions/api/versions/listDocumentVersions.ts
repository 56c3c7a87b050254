import { listDocumentVersions } from '../../../shared/contract/operations/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentVersion, toReader } from '../../../shared/presentation/present.ts';
import { shownVersions } from '../../../shared/reading/shownVersions.ts';

export const handler = operation(listDocumentVersions, async (request) => {
  const { path, query } = request;
  const list = cursors('versions', path.document_id);
  const { standing, items, next } = await shownVersions(request, list.read(query.cursor), query.limit);
  return list.page(
    items.map((version) => toReader(presentVersion(version), standing)),
    next,
  );
});
