import * as z from 'zod/mini';
import { organizationId, type RoomId, roomId, roomItemId, ulidOf } from '../../contract/identifiers.ts';
import { numbering, roomState } from '../../contract/resources/room.ts';
import { user } from '../../contract/resources/user.ts';
import { roomKey, roomList } from '../keys/rooms.ts';
import { type Change, creation, removalAt, replacement } from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { readAs } from '../table/read.ts';
import { listIndex } from '../table/table.ts';

const count = z.int();

/**
 * A room. Every change of the structure of its tree, of its access entries and of its gate replaces it, on the condition that it is as it
 * was read. So these changes follow one another, and each is decided by what is stored.
 */
export const roomRecord = z.object({
  id: roomId,
  organization_id: organizationId,
  name: z.string(),
  description: z.nullable(z.string()),
  numbering,
  state: roomState,
  opens_at: z.nullable(z.string()),
  closes_at: z.nullable(z.string()),
  created_by: user,
  /** The folders and documents that can be reached. Deleted documents are among the documents, and counted once more by themselves. */
  folder_count: count,
  document_count: count,
  deleted_count: count,
  /** The documents at the top. Each folder has its own number. */
  documents_at_top: count,
  /** A request that adds more items than one transaction can write. Items with its batch are not there until it is finished. */
  staged: z.optional(
    z.object({
      batch: z.string(),
      document_places: z.array(z.string()),
      folder_ids: z.array(roomItemId),
      since_ms: z.int(),
    }),
  ),
  revision: z.int(),
});
export type RoomRecord = z.infer<typeof roomRecord>;

export const getRoom = (roomId: RoomId): Promise<RoomRecord | undefined> =>
  readAs(roomRecord, roomKey(roomId));

/** Returns the first state of a room. */
export const newRoom = (
  given: Pick<
    RoomRecord,
    'organization_id' | 'name' | 'description' | 'numbering' | 'opens_at' | 'closes_at' | 'created_by'
  >,
): RoomRecord => ({
  ...given,
  id: newId('room'),
  state: 'open',
  folder_count: 0,
  document_count: 0,
  deleted_count: 0,
  documents_at_top: 0,
  revision: 1,
});

/** Returns the number of items that managers of a room see. */
export const shownItemCount = ({ folder_count, document_count, deleted_count }: RoomRecord): number =>
  folder_count + document_count - deleted_count;

const placeOf = ({ id, organization_id }: RoomRecord) => ({
  ...roomKey(id),
  [listIndex.partitionKey]: roomList.ofOrganization(organization_id),
  [listIndex.sortKey]: ulidOf(id),
});

export const createRoom = (room: RoomRecord): Change<RoomRecord> => creation(placeOf(room), room);

/** Replaces a room; conflicts when it has changed since it was read. */
export const replaceRoom = (room: RoomRecord): Change<RoomRecord> => replacement(placeOf(room), room);

/** Removes the record of a room; conflicts when it has changed since it was read. Nothing else in its partition can be reached then. */
export const removeRoom = (room: RoomRecord): Change => removalAt(placeOf(room), room);
