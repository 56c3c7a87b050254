import type { RoomId } from '../../contract/identifiers.ts';
import { bookkeeping, writeBookkeeping } from '../table/commit.ts';
import { patientWorker, retryOnConflict, unlessConflict } from '../table/conflict.ts';
import { getPlaces, type PlacedDocument, removePlaced, removePlacedAlone } from './items.ts';

/**
 * Removes a document that was in a removed folder of a room, with its place, unless it was put into the room again: then it has another
 * place. The removal can be repeated.
 */
export const removeLeftDocument = (roomId: RoomId, document: PlacedDocument): Promise<void> =>
  retryOnConflict(async () => {
    const [place] = await getPlaces(roomId, [document.document_id]);
    if (place?.added === document.added)
      await writeBookkeeping(removePlaced(place).map((write) => bookkeeping('removal', write)));
    else
      await unlessConflict(writeBookkeeping([bookkeeping('removal', removePlacedAlone(roomId, document))]));
  }, patientWorker);
