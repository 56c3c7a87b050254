import type { RoomId } from '../../contract/identifiers.ts';
import { baseUrl, roomPath } from '../../presentation/links.ts';

/**
 * Returns the path to go on to after an act on the page of a room: the asked one if it leads to this room, or to a document in it.
 *
 * @param path a path within the service
 */
export function withinRoom(roomId: RoomId, path: string): string {
  const own = roomPath(roomId);
  const { pathname, searchParams } = new URL(path, baseUrl());
  return pathname === own || searchParams.get('room') === roomId ? path : own;
}
