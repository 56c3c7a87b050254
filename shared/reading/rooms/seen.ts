import type { ActorId, DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import type { ItemAccess, Numbering } from '../../contract/resources/room.ts';
import type { AccessRecord } from '../../data/rooms/access.ts';
import { type FolderRecord, itemOfDocument, type PlacedDocument } from '../../data/rooms/items.ts';
import { inOrder, type Tree } from '../../data/rooms/tree.ts';
import { levelsOf } from './levels.ts';

/** Somebody who looks at a room: a manager, or a reader with the access entries that are for them. */
export type Viewer =
  | { readonly kind: 'manager' }
  | { readonly kind: 'reader'; readonly entries: readonly AccessRecord[] };

/** A room that is looked at. */
export interface Looked {
  readonly tree: Tree;
  readonly numbering: Numbering;
  readonly viewer: Viewer;
  /**
   * The documents that have an access entry of their own for the reader: the folders above them show by name. Only those that stand in the
   * room, as they are now.
   */
  readonly granted: readonly PlacedDocument[];
  /** Returns whether the creator of a private document is a member. */
  readonly isMember: (creator: ActorId) => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What somebody sees of a room. Undefined: the item is hidden from them. */
export interface Seen {
  readonly folder: (folderId: RoomItemId) => ItemAccess | undefined;
  readonly document: (document: PlacedDocument) => ItemAccess | undefined;
  /**
   * Returns the items that they see in a folder, in order, with their numbers.
   *
   * @param documents all documents of the folder
   * @param number the number of the folder; empty: the top
   */
  readonly within: (
    parentId: RoomItemId | null,
    documents: readonly PlacedDocument[],
    number: string,
  ) => readonly SeenItem[];
}

/** An item that somebody sees. */
export type SeenItem = {
  readonly id: RoomItemId;
  readonly parent_id: RoomItemId | null;
  readonly order: string;
  readonly number: string;
  readonly access: ItemAccess;
} & (
  | { readonly kind: 'folder'; readonly folder: FolderRecord }
  | { readonly kind: 'document'; readonly document: PlacedDocument }
);

/** An item that somebody sees, with its name, or the title of its document. Its state is not for readers. */
export interface ShownItem extends Pick<SeenItem, 'id' | 'kind' | 'parent_id' | 'number' | 'access'> {
  readonly name: string;
  /** null for a folder. */
  readonly document_id: DocumentId | null;
  readonly state: FolderRecord['state'];
  readonly opens_at: string | null;
  readonly created_at: string;
}

export function shownAs(item: SeenItem, name: string): ShownItem {
  const { id, kind, parent_id, number, access } = item;
  const { state, opens_at, created_at } = kind === 'folder' ? item.folder : item.document;
  const document_id = kind === 'folder' ? null : item.document.document_id;
  return { id, kind, parent_id, number, name, document_id, state, opens_at, access, created_at };
}

/** Returns what a viewer sees of a room. No other code decides it. */
export function seenIn(looked: Looked): Seen {
  const { tree, viewer } = looked;
  const decided = viewer.kind === 'manager' ? everything() : byEntries(looked, viewer.entries);
  const folder = (id: RoomItemId) => (tree.folders.has(id) ? decided.folder(id) : undefined);
  return {
    folder,
    document: decided.document,
    within(parentId, documents, number) {
      const all = [
        ...tree.foldersIn(parentId).map((one) => ({
          kind: 'folder' as const,
          id: one.id,
          order: one.order,
          access: folder(one.id),
          folder: one,
        })),
        ...documents.map((one) => ({
          kind: 'document' as const,
          id: itemOfDocument(one.document_id),
          order: one.order,
          access: decided.document(one),
          document: one,
        })),
      ].sort(inOrder);
      const counted = looked.numbering === 'shared' ? all : all.filter(({ access }) => access !== undefined);
      return counted.flatMap((item, index): SeenItem[] => {
        const { access } = item;
        if (access === undefined) return [];
        const own = String(index + 1);
        return [{ ...item, access, parent_id: parentId, number: number === '' ? own : `${number}.${own}` }];
      });
    },
  };
}

type Decided = Pick<Seen, 'folder' | 'document'>;

const everything = (): Decided => ({
  folder: () => 'manage',
  document: ({ absent }) => (absent === 'deleted' ? undefined : 'manage'),
});

function byEntries({ tree, granted, isMember, now }: Looked, entries: readonly AccessRecord[]): Decided {
  const levels = levelsOf(tree, entries);
  const isOpen = ({ state, opens_at }: Pick<FolderRecord, 'state' | 'opens_at'>): boolean =>
    state === 'open' && (opens_at === null || Date.parse(opens_at) <= now);
  const isOpenPath = (folderId: RoomItemId | null): boolean => tree.pathTo(folderId).every(isOpen);
  const isThere = ({ absent, private_of }: PlacedDocument): boolean =>
    absent === undefined && (private_of === undefined || isMember(private_of));

  const document = (one: PlacedDocument): ItemAccess | undefined => {
    if (!isOpen(one) || !isThere(one) || !openFolders.has(one.parent_id)) return undefined;
    const level = levels.ofDocument(one);
    return level === 'none' ? undefined : level;
  };
  const openFolders = new Set<RoomItemId | null>([null]);
  for (const id of tree.folders.keys()) if (isOpenPath(id)) openFolders.add(id);

  const shown = new Set<RoomItemId>();
  const showPath = (folderId: RoomItemId | null) => {
    for (const { id } of tree.pathTo(folderId)) shown.add(id);
  };
  for (const id of tree.folders.keys())
    if (openFolders.has(id) && levels.ofFolder(id) !== 'none') showPath(id);
  for (const one of granted) if (document(one) !== undefined) showPath(one.parent_id);
  return {
    document,
    folder(id) {
      if (!shown.has(id)) return undefined;
      const level = levels.ofFolder(id);
      return level === 'none' ? 'view' : level;
    },
  };
}
