import { folderItemsMax, roomFoldersMax, roomItemsMax } from '../../contract/limits.ts';
import type { GivenItem, RoomLimit } from '../../data/rooms/givenItems.ts';
import type { Contents } from './contents.ts';

/** Returns the limit that new items would exceed; undefined: none. Deleted documents count until they are removed. */
export function limitAfter(items: readonly GivenItem[], contents: Contents): RoomLimit | undefined {
  const { folder_count, document_count } = contents.room;
  const folders = items.filter((item) => 'name' in item);
  if (folder_count + document_count + items.length > roomItemsMax) return 'items';
  if (folder_count + folders.length > roomFoldersMax) return 'folders';
  if (folders.some(({ parent_id }) => contents.isTooDeep(parent_id))) return 'levels';
  for (const [parentId, added] of Map.groupBy(items, ({ parent_id }) => parent_id))
    if (contents.children(parentId).length + added.length > folderItemsMax) return 'items of a folder';
  return undefined;
}
