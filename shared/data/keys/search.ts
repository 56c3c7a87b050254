import { type DocumentId, type Ulid, ulidOf } from '../../contract/identifiers.ts';
import type { Key } from './key.ts';

/** The partition with the marks of a tenant's documents. `tenant`: the tenant's ULID */
const markPartition = (tenant: Ulid): string => `SEARCHDUE#${tenant}`;

const kinds = { shows: 'DOC#', hides: 'HIDES#' } as const;

/**
 * What a change does in searches until the index has it: the document is found as it was before, or it is hidden. So a search finds the
 * hidden documents of a tenant by one query, however many others wait.
 */
export type MarkKind = keyof typeof kinds;

/** The mark of a document whose entries in the search index are stale. */
export const indexMarkKey = (tenant: Ulid, documentId: DocumentId, kind: MarkKind): Key => ({
  pk: markPartition(tenant),
  sk: kinds[kind] + ulidOf(documentId),
});

/** The beginning of the keys of a tenant's hidden documents. */
export const hiddenDocumentsKey = (tenant: Ulid): Key => ({ pk: markPartition(tenant), sk: kinds.hides });

/** Returns the document and the tenant of the mark at this key; undefined for other keys. */
export function indexMarkIn({ pk, sk }: Key) {
  const [, tenant, document] = /^SEARCHDUE#(\w+) (?:DOC|HIDES)#(\w+)$/.exec(`${pk} ${sk}`) ?? [];
  return tenant && document
    ? ({ document_id: `doc_${document}`, tenant: tenant as Ulid } as const)
    : undefined;
}

export const indexedPrefix = 'INDEXED#';
/** What the search index may have of a document. The document may be gone. */
export const indexedKey = (documentId: DocumentId): Key => ({
  pk: indexedPrefix + ulidOf(documentId),
  sk: 'INDEXED',
});
