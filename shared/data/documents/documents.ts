import * as z from 'zod/mini';
import { accessLevel, type ProcessingStatus, processingStatus } from '../../contract/enumerations.ts';
import {
  type ActorId,
  type DocumentId,
  documentId,
  type OrganizationId,
  organizationId,
  ulid,
  ulidOf,
  type VersionId,
  versionId,
} from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { deletedDocumentKey, documentKey, documentList } from '../keys/documents.ts';
import { duePlace } from '../keys/work.ts';
import { type Change, creation, replacement } from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { type ListRange, readListPage } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { readAs, readEach } from '../table/read.ts';
import { listIndex } from '../table/table.ts';

export const documentItem = z.object({
  id: documentId,
  /** null: its creator belonged to no organization. */
  organization_id: z.nullable(organizationId),
  /** The organization's name when the document was made. Pages show its present name (`policies/currentNames.ts`). */
  organization_name: z.nullable(z.string()),
  title: z.string(),
  description: z.nullable(z.string()),
  access_level: accessLevel,
  created_by: user,
  processing_status: processingStatus,
  /** The newest version that is ready. */
  current_version: z.nullable(z.object({ id: versionId, number: z.int() })),
  newest_version_id: versionId,
  /** Absent: it is `version_count`. */
  newest_version_number: z.optional(z.int()),
  /** The number of versions. */
  version_count: z.int(),
  /** The number of deleted versions. New versions do not get their numbers. Absent: none */
  deleted_version_count: z.optional(z.int()),
  /** The total size of the files of all versions. */
  stored_bytes: z.int(),
  /** The number of attached policies that had rules when they were attached. Absent: none. */
  policies_with_rules: z.optional(z.int()),
  /**
   * The number of shares that were made and not withdrawn. Ended shares count until there is no room for a new share. Absent: no share was
   * made, so readings need not look for shares.
   */
  share_count: z.optional(z.int()),
  /** The stored entry page: a fingerprint of its content, and when it was drawn (epoch seconds). */
  entry_page: z.nullable(z.object({ fingerprint: z.string(), drawn_at_seconds: z.int() })),
  /** Whether the document has earlier texts (`earlierTexts.ts`) that its page must read. Absent: it has none */
  has_earlier_texts: z.optional(z.boolean()),
  /** It was put into a room, so rooms may have copies of its state (`rooms/copies.ts`). Absent: it was not */
  in_rooms: z.optional(z.literal(true)),
  /** Its place in the list of deleted documents. Absent: it is not deleted (`deletedDocuments.ts`). */
  deletion_id: z.optional(ulid),
  /** The time until which it can be restored; 0: its removal has begun. Absent: it is not deleted. */
  restorable_until_ms: z.optional(z.int()),
  /** Absent when there is nothing more to do. */
  due_at_ms: z.optional(z.int()),
  revision: z.int(),
});
export type DocumentItem = z.infer<typeof documentItem>;

export const getDocument = (documentId: DocumentId): Promise<DocumentItem | undefined> =>
  readAs(documentItem, documentKey(documentId));

/** Reads up to 100 documents in one round trip. Missing ones are left out. */
export const getDocuments = (documentIds: readonly DocumentId[]): Promise<DocumentItem[]> =>
  readEach(documentItem, [...new Set(documentIds)].map(documentKey));

/** The caller who lists documents. They see their own documents, and those that their organization shares. */
export interface Viewer {
  readonly user_id: ActorId;
  readonly organization_id: OrganizationId | null;
}

/**
 * Lists the newest documents of a range that the viewer may see, newest first. It queries one or three partitions in parallel and merges
 * the answers. These partitions have only visible documents. So no page is short, and a larger table does not make a page cost more.
 */
export function listVisibleDocuments(viewer: Viewer, range: ListRange) {
  const lists = visiblePartitions(viewer).map((partition) => ({ index: listIndex, partition }));
  return readListPage(lists, range, (item) => parseItem(documentItem, item));
}

/** Returns the partitions with the documents that a viewer may see. */
export function visiblePartitions({ user_id, organization_id }: Viewer): string[] {
  const personal = documentList.personal(user_id);
  if (organization_id === null) return [personal];
  return [personal, documentList.shared(organization_id), documentList.private(organization_id, user_id)];
}

/** Returns the first state of a document. Its id decides its place in lists. The id is made here, and not when the upload began. */
export const newDocument = (
  given: Pick<DocumentItem, 'organization_id' | 'title' | 'description' | 'access_level' | 'created_by'>,
  organization: { readonly name: string } | undefined,
  first: { readonly id: VersionId; readonly size_bytes: number },
): DocumentItem => ({
  id: newId('doc'),
  ...given,
  organization_name: organization?.name ?? null,
  processing_status: 'processing',
  current_version: null,
  newest_version_id: first.id,
  version_count: 1,
  stored_bytes: first.size_bytes,
  entry_page: null,
  revision: 1,
});

export const createDocument = (document: DocumentItem): Change<DocumentItem> =>
  creation(placeOf(document), document);

/** Replaces a document; conflicts when it has changed since it was loaded. */
export const replaceDocument = (document: DocumentItem): Change<DocumentItem> =>
  replacement(placeOf(document), document);

/** Returns the key of a document and its places in the indexes, which follow from its state. */
export function placeOf(document: DocumentItem) {
  const { id, deletion_id, due_at_ms } = document;
  const isThere = deletion_id === undefined;
  const partition = listPartition(document);
  return {
    ...(isThere ? documentKey(id) : deletedDocumentKey(id)),
    [listIndex.partitionKey]: isThere ? partition : documentList.deleted(partition),
    [listIndex.sortKey]: isThere ? ulidOf(id) : deletion_id,
    ...duePlace(id, due_at_ms),
  };
}

function listPartition({ organization_id, access_level, created_by }: DocumentItem): string {
  if (organization_id === null) return documentList.personal(created_by.id);
  if (access_level === 'private') return documentList.private(organization_id, created_by.id);
  return documentList.shared(organization_id);
}

/**
 * Returns a document with one more version. Versions are ordered by their ids. A version that arrives after a newer version changes only
 * the count and the size.
 */
export function withNewVersion(
  document: DocumentItem,
  { id, size_bytes }: { readonly id: VersionId; readonly size_bytes: number },
): DocumentItem {
  const more = {
    ...document,
    newest_version_number: newestVersionNumber(document),
    version_count: document.version_count + 1,
    stored_bytes: document.stored_bytes + size_bytes,
  };
  if (id < document.newest_version_id) return more;
  return {
    ...more,
    newest_version_id: id,
    newest_version_number: lastVersionNumber(more),
    processing_status: document.current_version === null ? 'processing' : 'ready',
  };
}

/**
 * Returns a document after the processing of one of its versions. The document becomes ready with its first ready version, and stays ready.
 * Its current version is the newest ready version. While no version is ready, the document has failed if its newest version has failed.
 */
export function withProcessedVersion(
  document: DocumentItem,
  { id, number }: { readonly id: VersionId; readonly number: number },
  outcome: Exclude<ProcessingStatus, 'processing'>,
): DocumentItem {
  const { current_version, newest_version_id } = document;
  if (outcome === 'ready' && (current_version === null || id > current_version.id))
    return { ...document, processing_status: 'ready', current_version: { id, number } };
  if (outcome === 'failed' && current_version === null && id === newest_version_id)
    return { ...document, processing_status: 'failed' };
  return document;
}

/** Returns the number of the newest version. */
export const newestVersionNumber = ({ newest_version_number, version_count }: DocumentItem): number =>
  newest_version_number ?? version_count;

/** Returns the number of the version that was added last. The next version gets the next number, even if the last version was deleted. */
export const lastVersionNumber = ({ version_count, deleted_version_count = 0 }: DocumentItem): number =>
  version_count + deleted_version_count;

/** The versions that decide the state of a document after one version is deleted. */
export interface VersionsLeft {
  readonly newest: {
    readonly id: VersionId;
    readonly number: number;
    readonly processing_status: ProcessingStatus;
  };
  /** The newest version that is ready, if there is one. */
  readonly ready: { readonly id: VersionId; readonly number: number } | undefined;
}

/** Returns a document as if one of its versions had never existed, except that other versions keep their numbers. */
export function withoutVersion(
  document: DocumentItem,
  { size_bytes }: { readonly size_bytes: number },
  { newest, ready }: VersionsLeft,
): DocumentItem {
  return {
    ...document,
    processing_status: ready ? 'ready' : newest.processing_status,
    current_version: ready ? { id: ready.id, number: ready.number } : null,
    newest_version_id: newest.id,
    newest_version_number: newest.number,
    version_count: document.version_count - 1,
    deleted_version_count: (document.deleted_version_count ?? 0) + 1,
    stored_bytes: document.stored_bytes - size_bytes,
  };
}

/** Returns a document with one more, or one fewer, attached policy that had rules when it was attached. */
export const withPoliciesWithRules = (document: DocumentItem, more: 1 | -1): DocumentItem => ({
  ...document,
  policies_with_rules: (document.policies_with_rules ?? 0) + more,
});
