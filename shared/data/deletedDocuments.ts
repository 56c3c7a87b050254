import type { DocumentId, VersionId } from '../contract/identifiers.ts';
import { restorableDays } from '../contract/limits.ts';
import { type Bookkeeping, bookkeeping, type Change, relocation, removalIfThere } from './commit.ts';
import { type DocumentItem, documentItem, placeOf, replaceDocument } from './documents.ts';
import { newUlid } from './ids.ts';
import { deletedDocumentKey, documentKey, type Key, versionIdsIn } from './keys.ts';
import { listBeside } from './partitions.ts';
import { readAs, readEach } from './read.ts';

/**
 * A document that is deleted moves to another key with all that it is: no operation and no
 * page finds it. Its versions and attachments stay, and are reached by it alone.
 */

/** Reads a document, be it deleted or not, in one round trip. */
export async function findDocument(documentId: DocumentId): Promise<DocumentItem | undefined> {
  const [found] = await findDocuments([documentId]);
  return found;
}

/** Reads any number of documents, be they deleted or not, without those that are gone. */
export const findDocuments = (documentIds: readonly DocumentId[]): Promise<DocumentItem[]> =>
  readEach(documentItem, [...documentIds.map(documentKey), ...documentIds.map(deletedDocumentKey)]);

export const getDeletedDocument = (documentId: DocumentId): Promise<DocumentItem | undefined> =>
  readAs(documentItem, deletedDocumentKey(documentId));

export const restorableMilliseconds = restorableDays * 24 * 60 * 60_000;

/** Returns whether a document is there, or can be restored to be there again (`now`: epoch milliseconds). */
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

/** Returns a deleted document as it would be if it had not been deleted. */
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
 * Begins the removal of a document that cannot be restored any more: the mark keeps out whoever thinks, by another clock, that
 * it still can. Conflicts when it has changed since it was loaded.
 */
export const beginRemoval = (document: DocumentItem): Bookkeeping<DocumentItem> =>
  bookkeeping('removal', replaceDocument({ ...document, restorable_until_ms: 0 }));

/**
 * Keeps a deleted document until a later time (epoch milliseconds), when its removal is asked for again; it can be restored for as
 * long. Conflicts when it has changed since it was loaded.
 */
export const keepUntil = (document: DocumentItem, until: number): Bookkeeping<DocumentItem> =>
  bookkeeping('removal', replaceDocument({ ...document, restorable_until_ms: until, due_at_ms: until }));

/**
 * Has a document removed without a time in which it could be restored, be it deleted already or not; `now`: epoch milliseconds.
 * Conflicts when it has changed since it was loaded.
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

/** Ends a removal. All that is the document's must be gone, since nothing else leads to it. */
export const endRemoval = ({ id }: DocumentItem): Bookkeeping =>
  bookkeeping('removal', removalIfThere(deletedDocumentKey(id)));

/** One item of a document besides its own: a version, or a part of an attachment. */
export interface DocumentPart {
  readonly key: Key;
  /** Of a version: its id. */
  readonly version_id: VersionId | undefined;
}

/** Lists some of what a document that is being removed has besides its own item; nothing when it is all gone. */
export const listParts = async (documentId: DocumentId): Promise<DocumentPart[]> =>
  (await listBeside(deletedDocumentKey(documentId))).map(({ key }) => ({
    key,
    version_id: versionIdsIn(key)?.version_id,
  }));

const relocate = (before: DocumentItem, after: DocumentItem): [Change<DocumentItem>, Change] =>
  relocation(placeOf(before), placeOf(after), after);
