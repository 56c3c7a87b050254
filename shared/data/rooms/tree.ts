import type { RoomItemId } from '../../contract/identifiers.ts';
import type { FolderRecord } from './items.ts';

/** The folders of a room that can be reached from the top. A folder below one that was removed is not among them. */
export interface Tree {
  readonly folders: ReadonlyMap<RoomItemId, FolderRecord>;
  /** Returns whether a folder is among them. null: the top, which always is. */
  readonly has: (folderId: RoomItemId | null) => boolean;
  /** Returns the folders in a folder (null: at the top), in their order. */
  readonly foldersIn: (parentId: RoomItemId | null) => readonly FolderRecord[];
  /** Returns the folders from the top down to a folder, and itself as the last. null: none. */
  readonly pathTo: (folderId: RoomItemId | null) => readonly FolderRecord[];
}

/** Compares the keys of `fractional-indexing`, which have the order of their characters. */
export const inOrder = (a: { readonly order: string }, b: { readonly order: string }): number =>
  a.order === b.order ? 0 : a.order < b.order ? -1 : 1;

export function treeOf(all: readonly FolderRecord[]): Tree {
  const byParent = Map.groupBy(all, ({ parent_id }) => parent_id);
  for (const siblings of byParent.values()) siblings.sort(inOrder);
  const foldersIn = (parentId: RoomItemId | null) => byParent.get(parentId) ?? [];
  const folders = new Map<RoomItemId, FolderRecord>();
  const waiting = [...foldersIn(null)];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    folders.set(folder.id, folder);
    waiting.push(...foldersIn(folder.id));
  }
  return {
    folders,
    has: (folderId) => folderId === null || folders.has(folderId),
    foldersIn,
    pathTo(folderId) {
      const path: FolderRecord[] = [];
      let folder = folderId === null ? undefined : folders.get(folderId);
      while (folder) {
        path.unshift(folder);
        folder = folder.parent_id === null ? undefined : folders.get(folder.parent_id);
      }
      return path;
    },
  };
}
