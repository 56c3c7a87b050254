import { noSuchParent } from '../../../shared/access/rooms.ts';
import { type RoomItemId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { listRoomItems } from '../../../shared/contract/operations/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors, invalidCursor } from '../../../shared/http/pagination.ts';
import { presentRoomItem } from '../../../shared/presentation/rooms.ts';
import { lookOf } from '../../../shared/reading/rooms/preview.ts';
import { standingInRoom } from '../../../shared/reading/rooms/standing.ts';
import { RoomView } from '../../../shared/reading/rooms/view.ts';

export const handler = operation(listRoomItems, async ({ principal, path, query }) => {
  const { parent_id: parentId = null, recursive, as_group, as_email, limit } = query;
  const list = cursors('items of a room', path.room_id, parentId, recursive, as_group, as_email);
  const position = list.read(query.cursor);
  const after: RoomItemId | undefined = position && `itm_${position}`;

  const now = Date.now();
  const standing = await standingInRoom(path.room_id, { kind: 'caller', principal }, { now });
  const view = await RoomView.of(await lookOf(standing, query, now));
  if (!view.seesFolder(parentId)) throw noSuchParent();
  const page = await view.page({ parentId, isRecursive: recursive === 'true', after, limit });
  if (!page)
    throw invalidCursor(
      'continues after an item that is not in this list any more. Start again',
      query.cursor,
    );
  const last = page.items.at(-1);
  return list.page(page.items.map(presentRoomItem), page.hasMore && last ? ulidOf(last.id) : undefined);
});
