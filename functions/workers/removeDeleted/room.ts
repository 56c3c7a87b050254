import type { OrganizationId, RoomId, Ulid } from '../../../shared/contract/identifiers.ts';
import type { AccessRecord } from '../../../shared/data/rooms/access.ts';
import { type Frame, getFrame } from '../../../shared/data/rooms/frame.ts';
import {
  type FolderRecord,
  itemOfDocument,
  listPlaced,
  type PlacedDocument,
} from '../../../shared/data/rooms/items.ts';
import { removeLeftDocument } from '../../../shared/data/rooms/leftDocuments.ts';
import {
  endItemRemoval,
  endRoomRemoval,
  getRemovedItem,
  type RemovedItem,
  removeEntryBelow,
  removeFolderBelow,
  removeRoomParts,
} from '../../../shared/data/rooms/removal.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { unlessConflict } from '../../../shared/data/table/conflict.ts';
import { log } from '../../../shared/runtime/log.ts';
import { inParallel } from '../batches/inParallel.ts';

/** The number of documents that are removed at the same time. */
const concurrency = 10;

/** Removes what was in a deleted room. */
export async function removeRoom(
  organization_id: OrganizationId,
  room_id: RoomId,
  isOver: () => boolean,
): Promise<void> {
  if (!(await removeRoomParts(organization_id, room_id, isOver)))
    return log.info('room partly removed', { organization_id, room_id });
  await writeBookkeeping([endRoomRemoval(organization_id, room_id)]);
  log.info('room removed', { organization_id, room_id });
}

/**
 * Removes what was below an item that was removed from a room, and the access entries for all of it. Nothing leads to it any more, so the
 * order protects only the worker's own way: a folder goes after everything in it.
 */
export async function removeBelow(
  organization_id: OrganizationId,
  room_id: RoomId,
  removal: Ulid,
  isOver: () => boolean,
): Promise<void> {
  const removed = await getRemovedItem(organization_id, room_id, removal);
  if (!removed) return;
  const frame = await getFrame(room_id);
  if (frame && !(await removeContent(frame, removed, isOver)))
    return log.info('item of a room partly removed', { organization_id, room_id, item_id: removed.item_id });
  await writeBookkeeping([endItemRemoval(removed)]);
  log.info('item of a room removed', { organization_id, room_id, item_id: removed.item_id });
}

/** Returns false when the time ran out before. */
async function removeContent(frame: Frame, removed: RemovedItem, isOver: () => boolean): Promise<boolean> {
  const { room, folders } = frame;
  const entries = Map.groupBy(frame.access, ({ item_id }) => item_id);
  const removeEntries = async (itemId: AccessRecord['item_id'], added: string) => {
    const own = (entries.get(itemId) ?? []).filter(({ item_added }) => item_added === added);
    for (const entry of own) await unlessConflict(writeBookkeeping(removeEntryBelow(entry)));
  };
  const removeDocument = async (document: PlacedDocument) => {
    await removeEntries(itemOfDocument(document.document_id), document.added);
    await removeLeftDocument(room.id, document);
  };
  await removeEntries(removed.item_id, removed.item_added);
  for (const folder of [...below(folders, removed.item_id), undefined]) {
    await inParallel(
      await listPlaced(room.id, folder?.id ?? removed.item_id),
      concurrency,
      isOver,
      removeDocument,
    );
    if (isOver()) return false;
    if (!folder) continue;
    await removeEntries(folder.id, folder.created_at);
    await unlessConflict(writeBookkeeping([removeFolderBelow(room.id, folder)]));
  }
  return true;
}

/** Returns the folders below an item, each after those below it. */
const below = (folders: readonly FolderRecord[], itemId: RemovedItem['item_id']): FolderRecord[] =>
  folders
    .filter(({ parent_id }) => parent_id === itemId)
    .flatMap((folder) => [...below(folders, folder.id), folder]);
