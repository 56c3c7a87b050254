import { readDocuments, scopeOf } from '../../../shared/access/documentLists.ts';
import { mayRead } from '../../../shared/access/documents.ts';
import { listDocuments } from '../../../shared/contract/operations/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentDocument, withoutName } from '../../../shared/presentation/present.ts';

export const handler = operation(listDocuments, async ({ principal, query }) => {
  const list = cursors(...scopeOf(principal, query));
  const { items, next } = await readDocuments(principal, query, list.read(query.cursor));
  const shown = items.map((document) => {
    const presented = presentDocument(document);
    return mayRead(document, principal) ? presented : withoutName(presented);
  });
  return list.page(shown, next);
});
