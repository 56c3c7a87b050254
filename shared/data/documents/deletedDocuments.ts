import { dayMilliseconds } from '../../contract/days.ts';
import type { DocumentId, VersionId } from '../../contract/identifiers.ts';
import { restorableDays } from '../../contract/limits.ts';
import { deletedDocumentKey, deletedVersionIdsIn, documentKey, versionIdsIn } from '../keys/documents.ts';
import type { Key } from '../keys/key.ts';
import { listReadingCounts } from '../reading/readingCounts.ts';
import { type Bookkeeping, bookkeeping, type Change, relocation, removalIfThere } from '../table/commit.ts';
import { newUlid } from '../table/ids.ts';
import { listBeside } from '../table/partitions.ts';
import { readAs, readEach } from '../table/read.ts';
import { type DocumentItem, documentItem, placeOf, replaceDocument } from './documents.ts';

/**
 * A deleted document moves to another table key with all its attributes, so that no operation and no page finds it. Its versions and
 * attachments stay in place; only the document leads to them.
 */

/** Reads a document, deleted or not, in one round trip. */
export async function findDocument(documentId: DocumentId): Promise<DocumentItem | undefined> {
  const [found] = await findDocuments([documentId]);
  return found;
}

/** Reads any number of documents, deleted or not. Missing ones are left out. */
export const findDocuments = (documentIds: readonly DocumentId[]): Promise<DocumentItem[]> =>
  readEach(documentItem, [...documentIds.map(documentKey), ...documentIds.map(deletedDocumentKey)]);

export const getDeletedDocument = (documentId: DocumentId): Promise<DocumentItem | undefined> =>
  readAs(documentItem, deletedDocumentKey(documentId));

export const restorableMilliseconds = restorableDays * dayMilliseconds;

/** Returns whether a document exists or can still be restored (`now`: epoch milliseconds). */
export const isRestorable = ({ restorable_until_ms }: DocumentItem, now: number): boolean =>
  restorable_until_ms === undefined || now < restorable_until_ms;

/** Deletes a document at `now` (epoch milliseconds); conflicts when it has changed since it was loaded. */
export function deleteDocument(document: DocumentItem, now: number): [Change<DocumentItem>, Change] {
  const until = now + restorableMilliseconds;
  return relocate(document, {
    ...document,
    deletion_id: newUlid(),
    restorable_until_ms: until,
    due_at_ms: until,
  });
}

/** Returns a deleted document as if it had not been deleted. */
export const restoredDocument = ({
  deletion_id: _place,
  restorable_until_ms: _until,
  due_at_ms: _removal,
  ...document
}: DocumentItem): DocumentItem => document;

/** Restores a deleted document; conflicts when it has changed since it was loaded. */
export const restoreDocument = (document: DocumentItem): [Change<DocumentItem>, Change] =>
  relocate(document, restoredDocument(document));

/**
 * Begins the removal of a document that can no longer be restored. The value 0 also keeps processes whose clocks are behind from restoring
 * the document. Conflicts when it has changed since it was loaded.
 */
export const beginRemoval = (document: DocumentItem): Bookkeeping<DocumentItem> =>
  bookkeeping('removal', replaceDocument({ ...document, restorable_until_ms: 0 }));

/**
 * Keeps a deleted document until a later time (epoch milliseconds). It can be restored until then; its removal is due again afterwards.
 * Conflicts when it has changed since it was loaded.
 */
export const keepUntil = (document: DocumentItem, until: number): Bookkeeping<DocumentItem> =>
  bookkeeping('removal', replaceDocument({ ...document, restorable_until_ms: until, due_at_ms: until }));

/**
 * Makes a document, deleted or not, due for removal at `now` (epoch milliseconds), without a time in which it can be restored. Conflicts
 * when it has changed since it was loaded.
 */
export function removeAtOnce(document: DocumentItem, now: number): Bookkeeping[] {
  const next = {
    ...document,
    deletion_id: document.deletion_id ?? newUlid(),
    restorable_until_ms: 0,
    due_at_ms: now,
  };
  const writes: Change[] =
    document.deletion_id === undefined ? relocate(document, next) : [replaceDocument(next)];
  return writes.map((write) => bookkeeping('removal', write));
}

export const isBeingRemoved = ({ restorable_until_ms }: DocumentItem): boolean => restorable_until_ms === 0;

/** Ends a removal. All other items of the document must be removed before, because only the document leads to them. */
export const endRemoval = ({ id }: DocumentItem): Bookkeeping =>
  bookkeeping('removal', removalIfThere(deletedDocumentKey(id)));

/** An item of a document, other than the document itself: a version, deleted or not, or another part. */
export interface DocumentPart {
  readonly key: Key;
  /** The version's id; undefined for other parts. */
  readonly version_id: VersionId | undefined;
}

/** Lists some of the other items of a document that is being removed; empty when none are left. */
export async function listParts(documentId: DocumentId): Promise<DocumentPart[]> {
  const beside = (await listBeside(deletedDocumentKey(documentId))).map(({ key }) => key);
  const keys = beside.length > 0 ? beside : await listReadingCounts(documentId);
  return keys.map((key) => ({
    key,
    version_id: (versionIdsIn(key) ?? deletedVersionIdsIn(key))?.version_id,
  }));
}

const relocate = (before: DocumentItem, after: DocumentItem): [Change<DocumentItem>, Change] =>
  relocation(placeOf(before), placeOf(after), after);
