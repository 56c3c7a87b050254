import type { DocumentId, RoomId } from '../../contract/identifiers.ts';
import { findDocument, isBeingRemoved } from '../../data/documents/deletedDocuments.ts';
import { commitInRoom, isSameState, stateInRooms } from '../../data/rooms/copies.ts';
import { getFrameToChange } from '../../data/rooms/frameToChange.ts';
import { getPlaced, getPlaces, itemOfDocument, replacePlaced, takeOut } from '../../data/rooms/items.ts';
import { removeBelow } from '../../data/rooms/removal.ts';
import { patientWorker, retryOnConflict } from '../../data/table/conflict.ts';
import { newUlid } from '../../data/table/ids.ts';
import { Contents } from './contents.ts';
import { countDeleted, countNoMore } from './counts.ts';

/**
 * Updates the copy of a document's state in a room, with the number of its deleted documents. Takes a document out of the room that is
 * being removed for ever. Does nothing for a document in a folder that was removed: a worker removes it.
 */
export const updateCopyIn = (roomId: RoomId, documentId: DocumentId): Promise<void> =>
  retryOnConflict(async () => {
    const frame = await getFrameToChange(roomId);
    const [place] = frame ? await getPlaces(roomId, [documentId]) : [];
    if (!frame || !place) return;
    const contents = await Contents.around(frame, []);
    const [[placed], document] = await Promise.all([getPlaced([place]), findDocument(documentId)]);
    if (!placed || !contents.has(place.parent_id)) return;

    if (!document || isBeingRemoved(document)) {
      const item_id = itemOfDocument(documentId);
      const { organization_id } = frame.room;
      const removed = {
        organization_id,
        room_id: roomId,
        removal: newUlid(),
        item_id,
        item_added: placed.added,
      };
      const hasEntries = frame.access.some((entry) => entry.item_id === item_id);
      await commitInRoom([
        ...countNoMore(contents, placed),
        ...takeOut(placed, place),
        ...(hasEntries ? [removeBelow(removed, Date.now())] : []),
      ]);
      return;
    }
    const state = stateInRooms(document, frame.room.organization_id);
    if (isSameState(state, placed)) return;
    const { absent: _absent, private_of: _private, ...rest } = placed;
    const deleted = Number(state.absent === 'deleted') - Number(placed.absent === 'deleted');
    await commitInRoom([
      replacePlaced(roomId, { ...rest, ...state }),
      ...countDeleted(contents, placed, deleted as 0 | 1 | -1),
    ]);
  }, patientWorker);
