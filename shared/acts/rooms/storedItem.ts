import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import type { RoomItem } from '../../contract/resources/room.ts';
import { getDeletedDocument } from '../../data/documents/deletedDocuments.ts';
import { getDocument } from '../../data/documents/documents.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import {
  documentOfItem,
  type FolderRecord,
  getPlaced,
  getPlaces,
  type PlacedDocument,
  type PlaceRecord,
} from '../../data/rooms/items.ts';
import { Contents } from './contents.ts';

/** An item of a room as it is stored. */
export type StoredItem =
  | { readonly kind: 'folder'; readonly folder: FolderRecord }
  | { readonly kind: 'document'; readonly document: PlacedDocument; readonly place: PlaceRecord };

/** An item of a room, and what is around it. */
export interface FoundItem {
  readonly item: StoredItem;
  readonly contents: Contents;
  /** The item as managers see it. */
  readonly shown: RoomItem;
  readonly titles: ReadonlyMap<DocumentId, string>;
}

interface Finding {
  /** Another folder that the caller needs the documents of. Default: none */
  readonly otherParent?: RoomItemId | null | undefined;
  /** Whether to find documents that do not exist any more. Releases before 1.1.0 leave them in rooms. Default: no */
  readonly withGone?: boolean;
}

/** Finds an item of a room; undefined: there is none, or its document is deleted. */
export async function findItem(
  frame: Frame,
  itemId: RoomItemId,
  { otherParent, withGone = false }: Finding = {},
): Promise<FoundItem | undefined> {
  const other = otherParent === undefined ? [] : [otherParent];
  const folder = frame.folders.find(({ id }) => id === itemId);
  if (folder) {
    const contents = await Contents.around(frame, [folder.parent_id, ...other]);
    return found({ kind: 'folder', folder }, contents, itemId, new Map());
  }
  const documentId = documentOfItem(itemId);
  const [[place], document] = await Promise.all([
    getPlaces(frame.room.id, [documentId]),
    getDocument(documentId),
  ]);
  if (!place) return undefined;
  const isGone = !document && withGone && !(await getDeletedDocument(documentId));
  const title = isGone ? documentId : document?.title;
  if (title === undefined) return undefined;
  const [[placed], contents] = await Promise.all([
    getPlaced([place]),
    Contents.around(frame, [place.parent_id, ...other]),
  ]);
  if (!placed || !contents.has(place.parent_id)) return undefined;
  const titles = new Map([[documentId, title]]);
  return found({ kind: 'document', document: placed, place }, contents, itemId, titles);
}

function found(
  item: StoredItem,
  contents: Contents,
  itemId: RoomItemId,
  titles: ReadonlyMap<DocumentId, string>,
): FoundItem | undefined {
  // A title is given only for a document that is not deleted, whatever the copy of its state says.
  const [shown] = shownIn(item, contents).present([itemId], titles);
  return shown && { item, contents, shown, titles };
}

function shownIn(item: StoredItem, contents: Contents): Contents {
  if (item.kind === 'folder' || item.document.absent !== 'deleted') return contents;
  const { absent: _copy, ...document } = item.document;
  return contents.with({ documents: [document] });
}
