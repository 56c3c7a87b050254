import type { AccessLevel } from '../contract/enumerations.ts';
import {
  type ActorId,
  type DocumentId,
  type PolicyId,
  type Tenant,
  ulidOf,
  type VersionId,
} from '../contract/identifiers.ts';

/**
 * An entry of the search index: the title of a document (`page` 0, with `title`), or a page of its current version. Each entry has what the
 * coarse filter of a search needs of the document. It has no text that people could read, and decides nothing: the door does.
 */
export interface IndexEntry {
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
  /** 0: the title and the description. The first page is 1. */
  readonly page: number;
  /** The document's organization; without one, its creator. */
  readonly tenant: Tenant;
  readonly created_by: ActorId;
  readonly access: AccessLevel;
  /** The attached policies. */
  readonly policies: readonly PolicyId[];
  readonly policy_count: number;
  /** When the document was made, in epoch milliseconds. */
  readonly created_at: number;
  /** The tokens of the page, or of title and description. */
  readonly words: string;
  /** The tokens of the title; absent for pages. */
  readonly title?: string;
}

/** The fields of entries, as the engine is told them (OpenSearch, "Mappings and field types"). Unknown fields are refused. */
export const mappings = {
  dynamic: 'strict',
  properties: {
    document_id: { type: 'keyword' },
    version_id: { type: 'keyword' },
    page: { type: 'integer' },
    tenant: { type: 'keyword' },
    created_by: { type: 'keyword' },
    access: { type: 'keyword' },
    policies: { type: 'keyword' },
    policy_count: { type: 'integer' },
    created_at: { type: 'long' },
    words: { type: 'text', analyzer: 'whitespace' },
    title: { type: 'text', analyzer: 'whitespace' },
  },
} as const;

/** The name of the index in each collection. */
export const indexName = 'pages';

/** Returns the id of an entry, so that a new version of a page replaces the old one. */
export const entryId = (documentId: DocumentId, page: number): string => `${ulidOf(documentId)}-${page}`;
