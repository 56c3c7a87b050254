import type { RoomAccess, RoomPolicy } from '../contract/resources/room.ts';
import type { GateRecord } from '../data/rooms/gate.ts';
import type { ListedAccess } from '../data/rooms/listedAccess.ts';
import { createdAt } from '../data/table/ids.ts';

/** Presents a stored access entry as managers of its room see it. */
export const presentRoomAccess = (entry: ListedAccess): RoomAccess => ({
  id: entry.id,
  item_id: entry.item_id,
  group_id: entry.group_id ?? null,
  email: entry.email ?? null,
  organization: entry.organization ?? false,
  level: entry.level,
  expires_at: entry.expires_at,
  mail: entry.mail,
  created_at: createdAt(entry.id),
  created_by: entry.created_by,
});

/** Presents a policy at the gate of a room. */
export const presentRoomPolicy = ({
  room_id,
  attached_at,
  attached_by,
  policy: { id, name },
}: GateRecord): RoomPolicy => ({
  room_id,
  attached_at,
  attached_by,
  policy: { id, name, created_at: createdAt(id) },
});
