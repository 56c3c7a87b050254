import { mayRead } from '../../../shared/access/documents.ts';
import type { Principal } from '../../../shared/access/principal.ts';
import { listSharedWith } from '../../../shared/access/shares.ts';
import type { QueryOf } from '../../../shared/contract/operation.ts';
import { listDocuments } from '../../../shared/contract/operations/documents.ts';
import { type DocumentItem, listVisibleDocuments } from '../../../shared/data/documents/documents.ts';
import { createdAt, firstUlidAt, firstUlidFrom } from '../../../shared/data/table/ids.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentDocument, withoutName } from '../../../shared/presentation/present.ts';

type Query = QueryOf<typeof listDocuments>;

export const handler = operation(listDocuments, async ({ principal, query }) => {
  if (query.shared_with_me === 'true') return sharedWithMe(principal, query);
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

async function sharedWithMe(principal: Principal, { created_after, created_before, cursor, limit }: Query) {
  const list = cursors('shared with me', principal.user.id, created_after, created_before);
  const after = list.read(cursor);
  const { items, next } = await listSharedWith(principal, after, limit);
  const isWithin = ({ id }: DocumentItem) =>
    (created_after === undefined || Date.parse(createdAt(id)) > Date.parse(created_after)) &&
    (created_before === undefined || Date.parse(createdAt(id)) < Date.parse(created_before));
  const shown = items.filter(isWithin).map((document) => {
    const presented = presentDocument(document);
    return mayRead(document, principal) ? presented : withoutName(presented);
  });
  return list.page(shown, next);
}
