import type { RoomItemId } from '../../contract/identifiers.ts';
import type { AccessLevelInRoom } from '../../contract/resources/room.ts';
import type { AccessRecord } from '../../data/rooms/access.ts';
import { itemOfDocument, type PlacedDocument } from '../../data/rooms/items.ts';
import type { Tree } from '../../data/rooms/tree.ts';

/** The levels that a reader's access entries give. */
export interface Levels {
  /** null: the top of the room. */
  readonly ofFolder: (folderId: RoomItemId | null) => AccessLevelInRoom;
  readonly ofDocument: (
    document: Pick<PlacedDocument, 'document_id' | 'parent_id' | 'added'>,
  ) => AccessLevelInRoom;
}

/** The levels by subject: for each subject, the nearest entry upwards counts. */
type BySubject = ReadonlyMap<string, AccessLevelInRoom>;

/**
 * Returns the levels for a reader. An entry counts only for the item for which it was made: not for a document that was removed and added
 * again.
 *
 * @param entries the access entries that are for the reader and have not ended
 */
export function levelsOf(tree: Tree, entries: readonly AccessRecord[]): Levels {
  const byItem = Map.groupBy(entries, ({ item_id }) => item_id);
  const withOwn = (above: BySubject, itemId: RoomItemId | null, added: string | undefined): BySubject => {
    const own = (byItem.get(itemId) ?? []).filter(({ item_added }) => item_added === added);
    return own.length === 0
      ? above
      : new Map([...above, ...own.map((one) => [subject(one), one.level] as const)]);
  };
  const known = new Map<RoomItemId | null, BySubject>();
  const inFolder = (folderId: RoomItemId | null): BySubject => {
    const before = known.get(folderId);
    if (before) return before;
    const folder = folderId === null ? undefined : tree.folders.get(folderId);
    const levels = folder
      ? withOwn(inFolder(folder.parent_id), folder.id, folder.created_at)
      : withOwn(new Map(), null, undefined);
    known.set(folderId, levels);
    return levels;
  };
  return {
    ofFolder: (folderId) => highest(inFolder(folderId)),
    ofDocument: ({ document_id, parent_id, added }) =>
      highest(withOwn(inFolder(parent_id), itemOfDocument(document_id), added)),
  };
}

const subject = ({ group_id, email }: AccessRecord): string => group_id ?? email ?? 'organization';

function highest(levels: BySubject): AccessLevelInRoom {
  const all = [...levels.values()];
  if (all.includes('download')) return 'download';
  return all.includes('view') ? 'view' : 'none';
}
