import * as z from 'zod/mini';
import {
  actorId,
  type DocumentId,
  documentId,
  type RoomId,
  type RoomItemId,
  roomId,
  roomItemId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { roomItemState } from '../../contract/resources/room.ts';
import { folderKey, placedKey, placedPrefix, placeKey, roomKey, roomList } from '../keys/rooms.ts';
import {
  type Change,
  creation,
  relocation,
  removalAt,
  removalIfThere,
  removalOfSeen,
  replacement,
} from '../table/commit.ts';
import { parseItem } from '../table/parse.ts';
import { inIndex, queryAs, queryItems, readEach, under } from '../table/read.ts';
import { listIndex } from '../table/table.ts';

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
  /** The documents in it, without those in folders below it. Deleted documents are among them, and counted once more by themselves. */
  document_count: z.int(),
  /** Absent: none */
  deleted_count: z.optional(z.int()),
  /** The documents that a request adds to it, in several transactions. They count once the request is finished. */
  pending: z.optional(z.object({ batch: z.string(), documents: z.int() })),
  ...placed,
});
export type FolderRecord = z.infer<typeof folderRecord>;

/**
 * A document in a room. The id of its item has the 26 characters of the document. `added` is different each time when the document is
 * added, so that access entries of an earlier time count for nothing.
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
  room_id: roomId,
  document_id: documentId,
  parent_id: z.nullable(roomItemId),
  added: z.string(),
  /** As the placed document has it. */
  batch: z.optional(z.string()),
  revision: z.int(),
});
export type PlaceRecord = z.infer<typeof placeRecord>;

/** Returns the id of a document's item. */
export const itemOfDocument = (documentId: DocumentId): RoomItemId => `itm_${ulidOf(documentId)}`;
/** Returns the document of an item, unless it is a folder. */
export const documentOfItem = (itemId: RoomItemId): DocumentId => `doc_${ulidOf(itemId)}`;

/** Lists all documents of a folder (null: at the top), in one request of at most 1 MB, or two. They have no order. */
export const listPlaced = (roomId: RoomId, parentId: RoomItemId | null): Promise<PlacedDocument[]> =>
  queryAs(placedDocument, under(roomKey(roomId), placedPrefix(parentId)));

/** Reads the places of documents in a room, 100 in a request. Missing ones are left out. */
export const getPlaces = (roomId: RoomId, documentIds: readonly DocumentId[]): Promise<PlaceRecord[]> =>
  readEach(
    placeRecord,
    documentIds.map((id) => placeKey(roomId, id)),
  );

/** Reads documents at their places in a room, 100 in a request. Missing ones are left out. */
export const getPlaced = (places: readonly PlaceRecord[]): Promise<PlacedDocument[]> =>
  readEach(
    placedDocument,
    places.map(({ room_id, parent_id, document_id }) => placedKey(room_id, parent_id, document_id)),
  );

/** Lists the places of a document in all rooms. Places of the last second may be missing, or be wrong. */
export const listPlacesOf = async (documentId: DocumentId): Promise<PlaceRecord[]> =>
  (
    await queryItems(
      inIndex(listIndex, roomList.withDocument(documentId), '#sort >= :first', { ':first': '0' }),
    )
  ).map((item) => parseItem(placeRecord, item));

export const createFolder = (roomId: RoomId, folder: FolderRecord): Change<FolderRecord> =>
  creation(folderKey(roomId, folder.id), folder);

/** Replaces a folder, also to move it; conflicts when it has changed since it was read. */
export const replaceFolder = (roomId: RoomId, folder: FolderRecord): Change<FolderRecord> =>
  replacement(folderKey(roomId, folder.id), folder);

export const removeFolder = (roomId: RoomId, folder: FolderRecord): Change =>
  removalAt(folderKey(roomId, folder.id), folder);

/** Removes a folder that an unfinished request made. Its id is of this request, so the removal can be repeated. */
export const removeStagedFolder = (roomId: RoomId, folderId: RoomItemId): Change =>
  removalIfThere(folderKey(roomId, folderId));

const keyOfPlaced = (roomId: RoomId, { parent_id, document_id }: PlacedDocument) =>
  placedKey(roomId, parent_id, document_id);

const placeOf = (place: PlaceRecord) => ({
  ...placeKey(place.room_id, place.document_id),
  [listIndex.partitionKey]: roomList.withDocument(place.document_id),
  [listIndex.sortKey]: ulidOf(place.room_id),
});

const placeOfPlaced = (
  room_id: RoomId,
  { document_id, parent_id, added, batch }: PlacedDocument,
): PlaceRecord => ({ room_id, document_id, parent_id, added, ...(batch && { batch }), revision: 1 });

/**
 * Puts a document into a room. So it stands there once: conflicts when it has a place already.
 *
 * @param removed the place that the document had in a folder that was removed; undefined: it had none
 */
export function placeDocument(
  roomId: RoomId,
  document: PlacedDocument,
  removed: PlaceRecord | undefined,
): [Change<PlacedDocument>, Change<PlaceRecord>] {
  const place = placeOfPlaced(roomId, document);
  return [
    creation(keyOfPlaced(roomId, document), document),
    removed
      ? replacement(placeOf(place), { ...place, revision: removed.revision })
      : creation(placeOf(place), place),
  ];
}

/** Replaces a document that stays in its folder; conflicts when it has changed since it was read. */
export const replacePlaced = (roomId: RoomId, document: PlacedDocument): Change<PlacedDocument> =>
  replacement(keyOfPlaced(roomId, document), document);

/** Moves a document to the folder of its next state; conflicts when it or its place has changed since they were read. */
export function movePlaced(
  before: PlacedDocument,
  after: PlacedDocument,
  place: PlaceRecord,
): [Change<PlacedDocument>, Change, Change<PlaceRecord>] {
  const { room_id } = place;
  return [
    ...relocation(keyOfPlaced(room_id, before), keyOfPlaced(room_id, after), after),
    replacement(placeOf(place), { ...place, parent_id: after.parent_id }),
  ];
}

/** Takes a document out of a room; conflicts when it or its place has changed since they were read. */
export const takeOut = (document: PlacedDocument, place: PlaceRecord): [Change, Change] => [
  removalAt(keyOfPlaced(place.room_id, document), document),
  removalAt(placeOf(place), place),
];

/**
 * Removes a document that an unfinished request added, or that was in a folder which was removed. The document may have been added again
 * since then: conflicts unless both items are of that time.
 */
export const removePlaced = ({ room_id, parent_id, document_id, added }: PlaceRecord): [Change, Change] => [
  removalOfSeen(placedKey(room_id, parent_id, document_id), { added }),
  removalOfSeen(placeKey(room_id, document_id), { added }),
];

/** Removes a document in a folder that was removed, if it has another place by now. */
export const removePlacedAlone = (roomId: RoomId, document: PlacedDocument): Change =>
  removalOfSeen(keyOfPlaced(roomId, document), { added: document.added });
