import type { RoomItemId } from '../../contract/identifiers.ts';
import { type PlacedDocument, replaceFolder } from '../../data/rooms/items.ts';
import { type RoomRecord, replaceRoom } from '../../data/rooms/rooms.ts';
import type { Write } from '../../data/table/commit.ts';
import type { Contents } from './contents.ts';

/** The numbers of documents that a change adds: all, and those of them that are deleted. */
interface Added {
  readonly documents: number;
  readonly deleted: number;
}

/** Returns the write that counts documents in a folder; none for the top, whose documents the room counts. */
function countIn({ tree, room }: Contents, parentId: RoomItemId | null, added: Added): Write[] {
  const folder = parentId === null ? undefined : tree.folders.get(parentId);
  if (!folder) return [];
  const { deleted_count = 0, document_count, ...rest } = folder;
  const deleted = deleted_count + added.deleted;
  return [
    replaceFolder(room.id, {
      ...rest,
      document_count: document_count + added.documents,
      ...(deleted > 0 && { deleted_count: deleted }),
    }),
  ];
}

const countsOf = ({ absent }: PlacedDocument, times: 1 | -1): Added => ({
  documents: times,
  deleted: absent === 'deleted' ? times : 0,
});

/** Returns the writes that count a document in another folder of its room. */
export const countElsewhere = (contents: Contents, from: PlacedDocument, to: PlacedDocument): Write[] => [
  ...countIn(contents, from.parent_id, countsOf(from, -1)),
  ...countIn(contents, to.parent_id, countsOf(to, 1)),
];

/** Returns the writes that count a document in its room and its folder no more. */
export const countNoMore = (contents: Contents, document: PlacedDocument): Write[] =>
  count(contents, document.parent_id, countsOf(document, -1));

/** Returns the writes that count a document which is deleted, or restored. */
export const countDeleted = (
  contents: Contents,
  { parent_id }: PlacedDocument,
  deleted: 0 | 1 | -1,
): Write[] => (deleted === 0 ? [] : count(contents, parent_id, { documents: 0, deleted }));

const count = (contents: Contents, parentId: RoomItemId | null, added: Added): Write[] => [
  replaceRoom(withCounts(contents.room, parentId, added)),
  ...countIn(contents, parentId, added),
];

const withCounts = (
  room: RoomRecord,
  parentId: RoomItemId | null,
  { documents, deleted }: Added,
): RoomRecord => ({
  ...room,
  document_count: room.document_count + documents,
  deleted_count: room.deleted_count + deleted,
  documents_at_top: room.documents_at_top + (parentId === null ? documents : 0),
});

/** Returns a room without a folder and everything below it. */
export function withoutFolder(contents: Contents, folderId: RoomItemId): RoomRecord {
  const { room } = contents;
  const folders = contents.subtree(folderId);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    ...room,
    folder_count: room.folder_count - folders.length,
    document_count: room.document_count - sum(folders.map(({ document_count }) => document_count)),
    deleted_count: room.deleted_count - sum(folders.map(({ deleted_count = 0 }) => deleted_count)),
  };
}
