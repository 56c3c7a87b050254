import { type RoomId, roomId } from '../contract/identifiers.ts';
import { pages } from '../contract/pages.ts';
import { noRoomId } from '../data/table/ids.ts';
import { baseUrl } from '../presentation/links.ts';

/**
 * Returns where a path leads: to the page of a document or below it, or to a room or a document in it. The document and the room need not
 * exist. A malformed id of a room is `noRoomId`. Undefined: it leads elsewhere.
 */
export function leadsTo(path: string): 'document' | { readonly room: RoomId } | undefined {
  const { pathname, searchParams } = new URL(path, baseUrl());
  const [, first, id] = pathname.split('/');
  if (!id) return undefined;
  const isOfDocument = `/${first}/{document_id}` === pages.documentPage.path;
  if (isOfDocument && !searchParams.has('room')) return 'document';
  if (!isOfDocument && `/${first}/{room_id}` !== pages.roomPage.path) return undefined;
  const named = isOfDocument ? searchParams.get('room') : id;
  return { room: roomId.safeParse(named).data ?? noRoomId };
}
