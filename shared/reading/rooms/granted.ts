import { placedKey, placeKey } from '../../data/keys/rooms.ts';
import type { AccessRecord } from '../../data/rooms/access.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import { type PlacedDocument, placedDocument, placeRecord } from '../../data/rooms/items.ts';
import { readEach } from '../../data/table/read.ts';
import { documentIdOf, itemIdOf } from './levels.ts';
import type { Tree } from './tree.ts';

/** Returns those of the documents of a folder that stand in the room: a request that is not finished has added the others. */
export const standingIn = (
  { room }: Pick<Frame, 'room'>,
  documents: readonly PlacedDocument[],
): readonly PlacedDocument[] =>
  documents.filter(({ batch }) => batch === undefined || batch !== room.staged?.batch);

/**
 * Reads the documents for which a reader has access entries of their own with `view` or `download`, and that stand in the room. Takes no
 * request if there are no such entries, and else two, for each 100 of them.
 */
export async function grantedDocuments(
  frame: Frame,
  tree: Tree,
  entries: readonly AccessRecord[],
): Promise<readonly PlacedDocument[]> {
  const roomId = frame.room.id;
  const addedBy = new Map(
    entries.flatMap(({ item_id, item_added, level }) =>
      item_id === null || level === 'none' || tree.folders.has(item_id)
        ? []
        : [[item_id, item_added] as const],
    ),
  );
  const isMeant = ({
    document_id,
    parent_id,
    added,
  }: Pick<PlacedDocument, 'document_id' | 'parent_id' | 'added'>) =>
    addedBy.get(itemIdOf(document_id)) === added && (parent_id === null || tree.folders.has(parent_id));
  const places = await readEach(
    placeRecord,
    [...addedBy.keys()].map((itemId) => placeKey(roomId, documentIdOf(itemId))),
  );
  const placed = await readEach(
    placedDocument,
    places.filter(isMeant).map(({ parent_id, document_id }) => placedKey(roomId, parent_id, document_id)),
  );
  return standingIn(frame, placed.filter(isMeant));
}
