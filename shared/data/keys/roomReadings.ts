import {
  type ActivityId,
  type ActorId,
  type DocumentId,
  type RoomId,
  ulidOf,
} from '../../contract/identifiers.ts';
import type { Key } from './key.ts';
import { roomReadings } from './rooms.ts';

/** The partition with the places of all entries of a room, by id. */
export const activityOfRoom = (roomId: RoomId): string => `ACTIVITY#ROOM#${ulidOf(roomId)}`;

/** The place of an entry in its room. The entry itself is another item, in its document or its list. */
export const roomActivityKey = (roomId: RoomId, id: ActivityId): Key => ({
  pk: activityOfRoom(roomId),
  sk: ulidOf(id),
});

/** A key in the partition with the readings in a room. */
const ofRoomReadings = (roomId: RoomId, sk: string): Key => ({ pk: roomReadings(roomId), sk });

/** What somebody read in a room. */
export const roomReaderKey = (roomId: RoomId, reader: ActorId): Key =>
  ofRoomReadings(roomId, `READER#${ulidOf(reader)}`);

/** The partition of the index `filter` with all readers of a room, by their first reading. */
export const roomReaderList = (roomId: RoomId): string => `READERS#ROOM#${ulidOf(roomId)}`;

/** What somebody read of a document in a room. */
export const roomReadPrefix = (reader: ActorId): string => `READ#${ulidOf(reader)}#`;
export const roomReadKey = (roomId: RoomId, reader: ActorId, documentId: DocumentId): Key =>
  ofRoomReadings(roomId, roomReadPrefix(reader) + ulidOf(documentId));
