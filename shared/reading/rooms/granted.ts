import type { DocumentId } from '../../contract/identifiers.ts';
import type { AccessRecord } from '../../data/rooms/access.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import {
  documentOfItem,
  getPlaced,
  getPlaces,
  itemOfDocument,
  type PlacedDocument,
  type PlaceRecord,
} from '../../data/rooms/items.ts';
import type { Tree } from '../../data/rooms/tree.ts';

/** Returns whether an item stands in a room: a request that is not finished adds the other items. */
export const isStanding = (
  { batch }: Pick<PlacedDocument, 'batch'>,
  { room }: Pick<Frame, 'room'>,
): boolean => batch === undefined || batch !== room.staged?.batch;

/** The documents for which a reader has access entries of their own with `view` or `download`. */
interface Granted {
  readonly documentIds: readonly DocumentId[];
  /** Returns whether an entry is for a document that stands in the room, as it stands there now. */
  readonly includes: (document: PlaceRecord | PlacedDocument) => boolean;
}

function grantedBy(frame: Frame, tree: Tree, entries: readonly AccessRecord[]): Granted {
  const showing = entries.flatMap(({ item_id, item_added, level }) =>
    item_id === null || level === 'none' || tree.folders.has(item_id) ? [] : [{ item_id, item_added }],
  );
  const meant = new Set(showing.map(({ item_id, item_added }) => `${item_id} ${item_added}`));
  return {
    documentIds: [...new Set(showing.map(({ item_id }) => documentOfItem(item_id)))],
    includes: ({ document_id, parent_id, added, batch }) =>
      meant.has(`${itemOfDocument(document_id)} ${added}`) &&
      tree.has(parent_id) &&
      isStanding({ batch }, frame),
  };
}

/** Returns whether a reader has an access entry of their own with `view` or `download` for a document that stands in the room. */
export const isGranted = (
  frame: Frame,
  tree: Tree,
  entries: readonly AccessRecord[],
  placed: PlacedDocument,
): boolean => grantedBy(frame, tree, entries).includes(placed);

/**
 * Reads the documents for which a reader has access entries of their own with `view` or `download`, and that stand in the room. Takes no
 * request if there are no such entries, and else two, for each 100 of them.
 *
 * @param known a document of the room that was read, and is not read again. Default: none
 */
export async function grantedDocuments(
  frame: Frame,
  tree: Tree,
  entries: readonly AccessRecord[],
  known?: PlacedDocument,
): Promise<readonly PlacedDocument[]> {
  const { documentIds, includes } = grantedBy(frame, tree, entries);
  const unread = documentIds.filter((id) => id !== known?.document_id);
  const places = await getPlaces(frame.room.id, unread);
  return [...(known ? [known] : []), ...(await getPlaced(places.filter(includes)))].filter(includes);
}
