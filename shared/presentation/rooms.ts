import type { Room, RoomItem } from '../contract/resources/room.ts';
import { type RoomRecord, shownItemCount } from '../data/rooms/rooms.ts';
import { createdAt } from '../data/table/ids.ts';
import { roomUrl } from './links.ts';
import { withoutName } from './present.ts';

/** Presents a room as its managers see it. */
export const presentRoom = (room: RoomRecord): Room => ({
  id: room.id,
  service_url: roomUrl(room.id),
  name: room.name,
  description: room.description,
  numbering: room.numbering,
  state: room.state,
  opens_at: room.opens_at,
  closes_at: room.closes_at,
  item_count: shownItemCount(room),
  created_at: createdAt(room.id),
  created_by: room.created_by,
});

/** Presents a room as readers see it. */
export const presentRoomToReader = (room: RoomRecord): Room => ({
  ...withoutName(presentRoom(room)),
  item_count: null,
});

/** Presents a room in a list, for a reader who may not see it now. */
export const presentClosedRoom = (room: RoomRecord): Room => ({
  ...presentRoomToReader(room),
  description: null,
});

/** Presents an item of a room as somebody sees it. Readers do not learn when an item was opened to them. */
export const presentRoomItem = (item: RoomItem): RoomItem =>
  item.access === 'manage' ? item : { ...item, state: 'open', opens_at: null };
