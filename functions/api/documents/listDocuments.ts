import { listDocuments } from '../../../shared/contract/operations/documents.ts';
import { listVisibleDocuments } from '../../../shared/data/documents/documents.ts';
import { firstUlidAt, firstUlidFrom } from '../../../shared/data/table/ids.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';

export const handler = operation(listDocuments, async ({ principal, query }) => {
  const viewer = { user_id: principal.user.id, organization_id: principal.organization_id };
  const { created_after, created_before, limit } = query;
  const list = cursors('documents', viewer, created_after, created_before);

  const { items, next } = await listVisibleDocuments(viewer, {
    from: firstUlidAt(created_after === undefined ? 0 : Math.floor(Date.parse(created_after)) + 1),
    after:
      list.read(query.cursor) ??
      (created_before === undefined ? firstUlidAt(Infinity) : firstUlidFrom(created_before)),
    limit,
  });

  return list.page(items.map(presentDocument), next);
});
