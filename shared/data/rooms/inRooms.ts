import type { DocumentId } from '../../contract/identifiers.ts';
import { type DocumentItem, getDocument, replaceDocument } from '../documents/documents.ts';
import { bookkeeping, writeBookkeeping } from '../table/commit.ts';
import { retryOnConflict } from '../table/conflict.ts';

/**
 * Notes on documents that they are in rooms, and returns them as they are then. From then on, a change of a document's state also brings
 * its copies in rooms up to date. Documents that are gone meanwhile are left out. The note stays when a document is in no room any more.
 */
export const noteInRooms = async (documents: readonly DocumentItem[]): Promise<DocumentItem[]> =>
  (await Promise.all(documents.map((one) => (one.in_rooms ? one : note(one.id))))).filter(
    (one) => one !== undefined,
  );

const note = (documentId: DocumentId): Promise<DocumentItem | undefined> =>
  retryOnConflict(async () => {
    const document = await getDocument(documentId);
    if (!document || document.in_rooms) return document;
    const noted = replaceDocument({ ...document, in_rooms: true });
    const [next] = await writeBookkeeping([bookkeeping('following', noted)]);
    return next;
  });
