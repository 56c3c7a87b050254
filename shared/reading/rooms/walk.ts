import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import type { FolderRecord, PlacedDocument } from '../../data/rooms/items.ts';
import type { Tree } from '../../data/rooms/tree.ts';
import type { Seen, SeenItem } from './seen.ts';

/** Returns all documents of a folder (null: of the top); undefined: they are not read yet. */
export type DocumentsIn = (folderId: RoomItemId | null) => readonly PlacedDocument[] | undefined;

/** A folder whose documents must be read before a walk can go on. */
export interface Unread {
  readonly kind: 'unread';
  readonly folderId: RoomItemId | null;
}

/** The part of a room through which a walk goes. */
interface Walk {
  readonly seen: Seen;
  readonly documentsIn: DocumentsIn;
  /** Whether it goes into folders, depth first, as the numbers run. */
  readonly isRecursive: boolean;
}

/**
 * Goes through the items that somebody sees in a folder, in order. Ends at a folder whose documents are not read.
 *
 * @param folder the folder (null: the top), with its number (empty: the top)
 * @param after the places of the last item of the page before, from the folder down to that item. The walk goes on behind it, even if it is
 * hidden now. Empty: the walk begins at the first item
 */
export function* itemsBelow(
  walk: Walk,
  { id, number }: { readonly id: RoomItemId | null; readonly number: string },
  after: readonly { readonly order: string }[] = [],
): Generator<SeenItem | Unread, boolean> {
  const documents = walk.documentsIn(id);
  if (!documents) {
    yield { kind: 'unread', folderId: id };
    return false;
  }
  const [place, ...deeper] = after;
  for (const item of walk.seen.within(id, documents, number)) {
    if (place && item.order < place.order) continue;
    const isReached = item.order === place?.order;
    if (!isReached) yield item;
    if (!walk.isRecursive || item.kind !== 'folder') continue;
    if (!(yield* itemsBelow(walk, item, isReached ? deeper : []))) return false;
  }
  return true;
}

/**
 * Returns the documents among and before found items that are hidden only by the copies of their states, in order.
 *
 * @param walk the walk that found the items, in a room of which the copies hide nothing
 * @param enough the walk ended when it had found this many items
 * @param most returns at most this many documents
 */
export function doubtedBefore(
  [walk, folder, after]: Parameters<typeof itemsBelow>,
  found: readonly SeenItem[],
  { enough, most }: { readonly enough: number; readonly most: number },
): readonly DocumentId[] {
  const foundIds = new Set(found.map(({ id }) => id));
  const doubted: DocumentId[] = [];
  let passed = 0;
  for (const step of itemsBelow(walk, folder, after)) {
    if (step.kind === 'unread' || passed === enough || doubted.length === most) break;
    if (foundIds.has(step.id)) passed += 1;
    else if (step.kind === 'document') doubted.push(step.document.document_id);
  }
  return doubted;
}

/** Returns the number of a folder that somebody sees (empty: the top), or a folder above it whose documents must be read first. */
export function numberOfFolder(
  { seen, documentsIn }: Pick<Walk, 'seen' | 'documentsIn'>,
  path: readonly { readonly id: RoomItemId; readonly parent_id: RoomItemId | null }[],
): string | Unread {
  let number = '';
  for (const { id, parent_id } of path) {
    const documents = documentsIn(parent_id);
    if (!documents) return { kind: 'unread', folderId: parent_id };
    number = seen.within(parent_id, documents, number).find((item) => item.id === id)?.number ?? '';
  }
  return number;
}

/** At most this many folders are read at a time beyond the one that is needed. */
const foldersAtOnce = 25;

/**
 * Returns the folders behind one (null: the top), in the order of a recursive walk, whose documents it will need for this many more items.
 *
 * @param isNeeded whether the walk goes into a folder, and its documents are not read
 */
export function foldersBehind(
  tree: Tree,
  folderId: RoomItemId | null,
  isNeeded: (folderId: RoomItemId) => boolean,
  more: number,
): readonly RoomItemId[] {
  const behind: FolderRecord[] = [];
  let isBehind = folderId === null;
  let documents = 0;
  const visit = (parentId: RoomItemId | null): void => {
    for (const folder of tree.foldersIn(parentId)) {
      if (documents >= more || behind.length === foldersAtOnce) return;
      if (isBehind && isNeeded(folder.id)) {
        behind.push(folder);
        documents += folder.document_count;
      }
      isBehind ||= folder.id === folderId;
      visit(folder.id);
    }
  };
  visit(null);
  return behind.map(({ id }) => id);
}
