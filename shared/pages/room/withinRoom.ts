import type { RoomId } from '../../contract/identifiers.ts';
import { baseUrl, roomPath } from '../../presentation/links.ts';
import { returnPath } from '../../signIn/returnTo.ts';

/** Returns the path to go on to after an act on the page of a room: the asked one if it leads to this room, or to a document in it. */
export function withinRoom(roomId: RoomId, asked: string | undefined): string {
  const own = roomPath(roomId);
  const path = returnPath(asked, baseUrl());
  const { pathname, searchParams } = new URL(path, baseUrl());
  return pathname === own || searchParams.get('room') === roomId ? path : own;
}
