import { listDocumentVersions } from '../../../shared/contract/operations/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentVersion, withoutName } from '../../../shared/presentation/present.ts';
import { shownVersions } from '../../../shared/reading/shownVersions.ts';

export const handler = operation(listDocumentVersions, async (request) => {
  const { path, query } = request;
  const list = cursors('versions', path.document_id);
  const { standing, items, next } = await shownVersions(request, list.read(query.cursor), query.limit);

  const shown = items.map(presentVersion);
  return list.page(standing.seesNames ? shown : shown.map(withoutName), next);
});
