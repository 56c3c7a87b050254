import { type PlacedDocument, replaceFolder } from '../../data/rooms/items.ts';
import type { Write } from '../../data/table/commit.ts';
import type { Contents } from './contents.ts';

/** Returns the write that counts a document in its folder, or no more. */
export function countedIn(
  { tree, room }: Contents,
  { parent_id, absent }: PlacedDocument,
  added: 1 | -1,
): Write[] {
  const folder = parent_id === null ? undefined : tree.folders.get(parent_id);
  if (!folder) return [];
  const deleted = (folder.deleted_count ?? 0) + (absent === 'deleted' ? added : 0);
  const { deleted_count: _before, ...rest } = folder;
  const document_count = folder.document_count + added;
  return [
    replaceFolder(room.id, { ...rest, document_count, ...(deleted > 0 && { deleted_count: deleted }) }),
  ];
}
