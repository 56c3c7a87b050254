import * as z from 'zod/mini';
import { actorId, documentId, type RoomId, roomItemId } from '../../contract/identifiers.ts';
import { roomItemState } from '../../contract/resources/room.ts';
import { placedPrefix, roomKey } from '../keys/rooms.ts';
import { queryAs, under } from '../table/read.ts';

const placed = {
  parent_id: z.nullable(roomItemId),
  /** The place among the children of the parent: a key of `fractional-indexing`. Different in one folder. */
  order: z.string(),
  state: roomItemState,
  opens_at: z.nullable(z.string()),
  created_at: z.string(),
  /** Set while the request that adds the item is not finished. */
  batch: z.optional(z.string()),
  revision: z.int(),
} as const;

/** A folder of a room, in the frame. */
export const folderRecord = z.object({
  id: roomItemId,
  name: z.string(),
  /** The documents in it, without those in folders below it. */
  document_count: z.int(),
  ...placed,
});
export type FolderRecord = z.infer<typeof folderRecord>;

/**
 * A document in a room. The id of its item has the 26 characters of the document. `added` is different each time when the document is added, so
 * that access entries of an earlier time count for nothing.
 */
export const placedDocument = z.object({
  document_id: documentId,
  added: z.string(),
  /**
   * `deleted`: the document is deleted. `unready`: it has no current version. A copy of the state of the document, so that numbers take no
   * read of each document: what a request shows is decided by the document itself.
   */
  absent: z.optional(z.enum(['deleted', 'unready'])),
  /** The creator of a private document: the room opens it only while they are a member. A copy, too. */
  private_of: z.optional(actorId),
  ...placed,
});
export type PlacedDocument = z.infer<typeof placedDocument>;

/** Where a document is in a room. */
export const placeRecord = z.object({
  document_id: documentId,
  parent_id: z.nullable(roomItemId),
  added: z.string(),
  revision: z.int(),
});
export type PlaceRecord = z.infer<typeof placeRecord>;

/** Lists all documents of a folder (null: at the top), in one request of at most 1 MB, or two. They have no order. */
export const listPlaced = (
  roomId: RoomId,
  parentId: z.infer<typeof roomItemId> | null,
): Promise<PlacedDocument[]> => queryAs(placedDocument, under(roomKey(roomId), placedPrefix(parentId)));
