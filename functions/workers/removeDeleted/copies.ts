import { updateCopyIn } from '../../../shared/acts/rooms/updateCopies.ts';
import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import { endUpdateOfCopies, type StaleCopies } from '../../../shared/data/rooms/copies.ts';
import { listPlacesOf } from '../../../shared/data/rooms/items.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { timeOf } from '../../../shared/data/table/ids.ts';
import { sendGraceMilliseconds } from '../../../shared/data/work/due.ts';
import { inParallel } from '../batches/inParallel.ts';

/** The number of rooms that are changed at the same time. */
const concurrency = 5;

/** By then, the index has the places of requests that had read the document before it changed. */
const settledMilliseconds = sendGraceMilliseconds / 2;

/**
 * Updates the copies of a document's state in rooms, more than once: at the change, and when all requests that had read the document before
 * the change have ended. Such a request may put it into another room with its earlier state.
 */
export async function updateCopies(stale: StaleCopies): Promise<void> {
  const isLast = Date.now() - timeOf(`doc_${stale.copies}`) >= settledMilliseconds;
  await updateIn(stale.document_id);
  if (isLast) await writeBookkeeping([endUpdateOfCopies(stale)]);
}

/** Takes a document that is being removed for ever out of all rooms. */
export const removeFromRooms = (documentId: DocumentId): Promise<void> => updateIn(documentId);

async function updateIn(documentId: DocumentId): Promise<void> {
  const rooms = new Set((await listPlacesOf(documentId)).map(({ room_id }) => room_id));
  await inParallel(
    [...rooms],
    concurrency,
    () => false,
    (roomId) => updateCopyIn(roomId, documentId),
  );
}
