import type { DocumentId } from '../contract/identifiers.ts';
import { restorableDays } from '../contract/limits.ts';
import { type Change, change, relocation, type Write } from './commit.ts';
import { type DocumentItem, documentItem, placeOf } from './documents.ts';
import { newUlid } from './ids.ts';
import { deletedDocumentKey, documentKey } from './keys.ts';
import { parseItem } from './parse.ts';
import { readItem, readItems } from './read.ts';

/**
 * A document that is deleted moves to another key with all that it is: whoever looks for it finds none, in whatever operation, on
 * pages and in a release that knows nothing of deletion. Its versions and attachments stay, and are reached by it alone.
 */

/** Reads a document, be it deleted or not, in one round trip. */
export async function findDocument(documentId: DocumentId): Promise<DocumentItem | undefined> {
  const [there, deleted] = await readItems(documentKey(documentId), deletedDocumentKey(documentId));
  const item = there ?? deleted;
  return item && parseItem(documentItem, item);
}

export async function getDeletedDocument(documentId: DocumentId): Promise<DocumentItem | undefined> {
  const item = await readItem(deletedDocumentKey(documentId));
  return item && parseItem(documentItem, item);
}

const restorableMilliseconds = restorableDays * 24 * 60 * 60_000;

/** Returns whether a document is there, or can be restored to be there again (`now`: epoch milliseconds). */
export const isRestorable = ({ restorable_until_ms }: DocumentItem, now: number): boolean =>
  restorable_until_ms === undefined || now < restorable_until_ms;

/** Deletes a document at `now` (epoch milliseconds); conflicts when it has changed since it was loaded. */
export function deleteDocument(document: DocumentItem, now: number): [Change<DocumentItem>, Write] {
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
export const restoreDocument = (document: DocumentItem): [Change<DocumentItem>, Write] =>
  relocate(document, restoredDocument(document));

function relocate(before: DocumentItem, after: DocumentItem): [Change<DocumentItem>, Write] {
  const [created, removed] = relocation(placeOf(before), placeOf(after), after);
  return [change(created), removed];
}
