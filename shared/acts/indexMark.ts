import { type DocumentId, type Tenant, ulidOf } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { type MarkKind, markDocument, markUnchanged } from '../data/search/marks.ts';
import { sendGraceMilliseconds } from '../data/work/due.ts';
import { tenantOf } from '../queues/groups.ts';
import { announceIndexing } from '../queues/indexing.ts';
import { isSearchOn } from '../search/collections.ts';

type Indexable = Pick<DocumentItem, 'id' | 'organization_id' | 'created_by'>;

/**
 * Returns what the commit of a document's change needs for its entries in the search index: the writes that mark the document, and the
 * function that announces the mark. Both do nothing on a stage without search. `hides`: after the change, people may find less of the
 * document than before, so searches leave it out until the index has the change. `false`: the change concerns nothing that the index has.
 */
export function indexMark(document: Indexable, kind: MarkKind | false) {
  if (!isSearchOn() || !kind)
    return { writes: [], announce: async (_delaySeconds?: number) => undefined } as const;
  const tenant = tenantOf(document);
  return {
    writes: [markDocument({ document_id: document.id, tenant: ulidOf(tenant) }, kind, Date.now())],
    announce: (delaySeconds?: number) => announceIndexing(document.id, tenant, delaySeconds),
  };
}

/**
 * Marks a document that has not changed itself, such as one with a new text, and announces the mark. Does nothing on a stage without
 * search.
 */
export async function markForSearch(document_id: DocumentId, tenant: Tenant): Promise<void> {
  if (!isSearchOn()) return;
  await markUnchanged({ document_id, tenant: ulidOf(tenant) }, Date.now() + sendGraceMilliseconds);
  await announceIndexing(document_id, tenant);
}
