import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import type { Tree } from '../../data/rooms/tree.ts';
import type { Seen, SeenItem } from './seen.ts';
import type { DocumentsIn } from './walk.ts';

/** The part of a room in which the neighbours of an item are looked for. */
interface Around {
  readonly seen: Seen;
  readonly tree: Tree;
  readonly documentsIn: DocumentsIn;
  /** Whether a document was read, so that `seen` decides by what it is now. */
  readonly isRead: (documentId: DocumentId) => boolean;
}

/** The result of a search: a document or the end of the room, or what must be read before the search can go on. */
export type Neighbour =
  | { readonly kind: 'found'; readonly item: SeenItem | undefined }
  | { readonly kind: 'folder'; readonly folderId: RoomItemId | null }
  | { readonly kind: 'document'; readonly documentId: DocumentId };

export type Side = 'before' | 'after';

/** Finds the nearest document that somebody sees beside an item of a folder (null: of the top), or else beside the folder. */
export function neighbourOf(
  around: Around,
  itemId: RoomItemId,
  parentId: RoomItemId | null,
  side: Side,
): Neighbour {
  const items = itemsIn(around, parentId, side);
  if (!items) return { kind: 'folder', folderId: parentId };
  const found = firstIn(around, items.slice(items.findIndex(({ id }) => id === itemId) + 1), side);
  if (found || parentId === null) return found ?? { kind: 'found', item: undefined };
  return neighbourOf(around, parentId, around.tree.folders.get(parentId)?.parent_id ?? null, side);
}

/** Finds the first document among items, and below those that are folders. Undefined: there is none. */
function firstIn(around: Around, items: readonly SeenItem[], side: Side): Neighbour | undefined {
  for (const item of items) {
    if (item.kind === 'folder') {
      const below = itemsIn(around, item.id, side);
      if (!below) return { kind: 'folder', folderId: item.id };
      const found = firstIn(around, below, side);
      if (found) return found;
    } else {
      const { document_id: documentId } = item.document;
      return around.isRead(documentId) ? { kind: 'found', item } : { kind: 'document', documentId };
    }
  }
  return undefined;
}

/** Returns the items that somebody sees in a folder. `before`: the last one first. Undefined: its documents are not read. */
function itemsIn(
  { seen, documentsIn }: Around,
  folderId: RoomItemId | null,
  side: Side,
): readonly SeenItem[] | undefined {
  const documents = documentsIn(folderId);
  const items = documents && seen.within(folderId, documents, '');
  return side === 'before' ? items?.toReversed() : items;
}
