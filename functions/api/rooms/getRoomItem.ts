import { existing } from '../../../shared/access/errors.ts';
import { noSuchItem } from '../../../shared/access/rooms.ts';
import { getRoomItem } from '../../../shared/contract/operations/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoomItem } from '../../../shared/presentation/rooms.ts';
import { ownLook } from '../../../shared/reading/rooms/preview.ts';
import { standingInRoom } from '../../../shared/reading/rooms/standing.ts';
import { RoomView } from '../../../shared/reading/rooms/view.ts';

export const handler = operation(getRoomItem, async ({ principal, path }) => {
  const now = Date.now();
  const standing = await standingInRoom(path.room_id, { kind: 'caller', principal }, { now });
  const view = await RoomView.of(ownLook(standing, now));
  return presentRoomItem(existing(await view.item(path.item_id), noSuchItem));
});
