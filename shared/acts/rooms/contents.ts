import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import { roomLevelsMax } from '../../contract/limits.ts';
import type { RoomItem } from '../../contract/resources/room.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import {
  type FolderRecord,
  itemOfDocument,
  listPlaced,
  type PlacedDocument,
} from '../../data/rooms/items.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { inOrder, type Tree, treeOf } from '../../data/rooms/tree.ts';
import { presentRoomItem } from '../../presentation/rooms.ts';
import { isStanding } from '../../reading/rooms/granted.ts';
import { seenIn, shownAs } from '../../reading/rooms/seen.ts';
import { numberOfFolder } from '../../reading/rooms/walk.ts';
import type { Child } from './order.ts';

type ParentId = RoomItemId | null;

/** The folders of a room, and the documents of some of them, as managers see them: before a change or after it. */
export class Contents {
  readonly room: RoomRecord;
  readonly tree: Tree;
  readonly #lists: ReadonlyMap<ParentId, readonly PlacedDocument[]>;

  private constructor(
    room: RoomRecord,
    folders: readonly FolderRecord[],
    lists: ReadonlyMap<ParentId, readonly PlacedDocument[]>,
  ) {
    this.room = room;
    this.tree = treeOf(folders);
    this.#lists = lists;
  }

  /** Reads the documents of folders, and of the folders above them, which their numbers need. */
  static async around({ room, folders }: Frame, parentIds: readonly ParentId[]): Promise<Contents> {
    const tree = treeOf(folders);
    const above = parentIds.flatMap((id) => tree.pathTo(id).map(({ parent_id }) => parent_id));
    const ids = [...new Set([...parentIds, ...above])];
    const lists = await Promise.all(
      ids.map(
        async (id) =>
          [id, (await listPlaced(room.id, id)).filter((one) => isStanding(one, { room }))] as const,
      ),
    );
    return new Contents(room, folders, new Map(lists));
  }

  /** Returns the contents after items were removed and others added. A changed item is among both. */
  with(added: {
    readonly folders?: readonly FolderRecord[];
    readonly documents?: readonly PlacedDocument[];
  }): Contents {
    const { folders = [], documents = [] } = added;
    const changed = new Set(documents.map(({ document_id }) => document_id));
    const lists = new Map(
      [...this.#lists].map(([parentId, list]) => [
        parentId,
        [
          ...list.filter(({ document_id }) => !changed.has(document_id)),
          ...documents.filter(({ parent_id }) => parent_id === parentId),
        ],
      ]),
    );
    const all = new Map([...this.tree.folders, ...folders.map((folder) => [folder.id, folder] as const)]);
    return new Contents(this.room, [...all.values()], lists);
  }

  /** Returns whether a folder can be reached. null: the top, which always can. */
  has(folderId: ParentId): boolean {
    return this.tree.has(folderId);
  }

  /** Returns the children of a folder in their order, deleted documents among them. */
  children(parentId: ParentId): Child[] {
    const folders = this.tree.foldersIn(parentId).map(({ id, order }) => ({ id, order, isDeleted: false }));
    const documents = this.#documentsIn(parentId).map(({ document_id, order, absent }) => ({
      id: itemOfDocument(document_id),
      order,
      isDeleted: absent === 'deleted',
    }));
    return [...folders, ...documents].sort(inOrder);
  }

  /** Returns a folder and all folders below it; none: it is not there. */
  subtree(folderId: RoomItemId): FolderRecord[] {
    const folder = this.tree.folders.get(folderId);
    if (!folder) return [];
    return [folder, ...this.tree.foldersIn(folderId).flatMap(({ id }) => this.subtree(id))];
  }

  /** Returns whether a folder with others below it would be too deep in another one. */
  isTooDeep(parentId: ParentId, folderId?: RoomItemId): boolean {
    const above = this.tree.pathTo(parentId).length;
    const own = folderId === undefined ? 0 : this.tree.pathTo(folderId).length - 1;
    const below = folderId === undefined ? [] : this.subtree(folderId);
    const deepest = Math.max(1, ...below.map(({ id }) => this.tree.pathTo(id).length - own));
    return above + deepest > roomLevelsMax;
  }

  /**
   * Presents items to managers of the room. Documents that are deleted are left out.
   *
   * @param titles of the documents among the items
   */
  present(itemIds: readonly RoomItemId[], titles: ReadonlyMap<DocumentId, string>): RoomItem[] {
    const seen = seenIn({
      tree: this.tree,
      numbering: this.room.numbering,
      viewer: { kind: 'manager' },
      granted: [],
      isMember: () => true,
      now: 0,
    });
    const documentsIn = (parentId: ParentId) => this.#documentsIn(parentId);
    const shown = new Map<RoomItemId, RoomItem>();
    for (const [parentId, list] of this.#lists) {
      const number = numberOfFolder({ seen, documentsIn }, this.tree.pathTo(parentId));
      if (typeof number !== 'string') throw new Error('the documents of a folder above were not read');
      for (const item of seen.within(parentId, list, number)) {
        const name = item.kind === 'folder' ? item.folder.name : titles.get(item.document.document_id);
        if (name !== undefined) shown.set(item.id, presentRoomItem(shownAs(item, name)));
      }
    }
    return itemIds.flatMap((id) => shown.get(id) ?? []);
  }

  #documentsIn(parentId: ParentId): readonly PlacedDocument[] {
    return this.#lists.get(parentId) ?? [];
  }
}
